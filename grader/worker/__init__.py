"""The untrusted side and its keeper: what runs student code, and what starts, asks and ends it."""
