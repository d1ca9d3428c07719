"""Several things that are wrong at once.

* `proof` puts the parts that were read together and proves them on `samples` of what was judged;
* `naming` finds beliefs that say the same as parts that were read;
* `raising` reads what raises, beside whatever is wrong with the numbers;
* `pairs` searches for two beliefs where no part could be read.
"""
