"""What a rule is written as: `formulas` over what it can see, `ways` to make it of other rules."""
