"""From the files of a hand-in to one text for each exercise in it (`collected`).

* read Python files and notebooks as text (`read`, `text`, `notebook`, `magics`);
* tell which exercise a text is, and which file answers it (`matching`, `exercise_files`);
* tell what was handed out and not begun from what was written (`unchanged`), and what a kernel
  really executed (`executed`);
* tell which code is a stub, or text of the grader (`released`);
* tell texts that differ in names and layout only (`likeness`).
"""
