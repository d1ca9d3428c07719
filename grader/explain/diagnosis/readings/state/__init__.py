"""Read what calls of `backward` and `zero_grad` leave behind: `probes`, `choices`, `telling`."""
