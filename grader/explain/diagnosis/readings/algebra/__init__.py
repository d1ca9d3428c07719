"""What a rule is written as: `formulas` over what it can see, `rows` of what it contributed and
`fitting` to find a formula that gives them, `ways` to make a rule of others."""
