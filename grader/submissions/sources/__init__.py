"""From the files of a hand-in to one text for each exercise in it (`collected`).

* read Python files and notebooks as text (`text`, `notebook`);
* tell which exercise a text is (`matching`), and which file answers it;
* tell what was handed out and not begun from what was written (`unchanged`), and what a kernel
  really executed (`executed`);
* tell texts that differ in names and layout only, and code that was handed out (`likeness`).
"""
