"""Plan, ask, compare: from an exercise's checks and a student's code to a `CheckResult` each.

What one can do with it:

* run the checks of one exercise on one text (`exercise`), in the context that a whole class shares:
  oracle, workers, secret (`context`), and within limits (`limits`);
* find out which operators an engine has (`probes`);
* let a hand-in's own tests meet engines (`engine_tests`);
* compare observations with what is right, as data (`verdict`), and make a result of it: points,
  what is public and what is the instructor's (`check_results`; `error_sentences` words errors);
* read and write the record of it all (`report`, with `finding` and `picture` in it; `as_json`).
"""
