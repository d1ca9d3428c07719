// Runs checks in workers, and ends them. A worker serves one check: no name, module or changed
// builtin of one check is there in the next. While the result is read, the next worker gets ready.
//
// Student code runs in the worker's only thread, so a loop that never ends is ended from here. The
// worker says when a batch begins and how long it may take; what came back is kept in a journal. A
// batch that takes longer, or brings the interpreter down, is noted there. A new worker is given the
// journal, finds in it every answer that is known, and goes on with the next batch.

import { addPlain } from "./engine.js";
import { Python } from "./python.js";

const MOST_STARTS = 100; // more than an exercise has checks
const AFTER = 300; // milliseconds in which the result is shown before the next worker is started

export class Checker {
  #parts;
  #base;
  #code;
  #spare = null;
  #running = null;

  /** The exercise that will most likely be checked next, by its id. */
  likely = "";

  /** `parts`: a promise of what engine.js loads; `base` is where Pyodide is; `code` the text of worker.js. */
  constructor(parts, base, code) {
    this.#parts = parts;
    this.#base = base;
    this.#code = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  }

  /** Whether a check is running. */
  get busy() {
    return this.#running !== null;
  }

  /** A worker that is ready. Rejects with an Error if none can be started. */
  async prepare() {
    this.#spare ??= this.#start();
    try {
      return await this.#spare;
    } catch (error) {
      this.#spare = null;
      throw error;
    }
  }

  /** From the snapshot if there is one; if this browser does not take it, plainly from then on. */
  async #start() {
    try {
      return await Python.start(this.#code, this.#parts, this.#base, this.likely);
    } catch (error) {
      const parts = await this.#parts;
      if (!parts.snapshot) {
        throw error;
      }
      await addPlain(parts);
      return Python.start(this.#code, this.#parts, this.#base, this.likely);
    }
  }

  /**
   * Check one exercise: `request` and the result are those of grader.cli.browser.
   *
   * `goingOn` is called whenever a part had to be ended and another worker goes on with the rest.
   * Resolves with null if it was stopped; rejects with an Error if the grader itself failed.
   */
  async check(request, goingOn = () => {}) {
    const run = { stopped: false, python: null };
    const journal = [];
    this.#running = run;
    this.likely = request.exercise;
    try {
      for (let start = 0; start < MOST_STARTS; start += 1) {
        run.python = await this.prepare();
        this.#spare = null;
        const result = run.stopped ? null : await run.python.run({ ...request, journal }, journal);
        run.python.end();
        if (run.stopped) {
          return null;
        }
        if (result) {
          return result;
        }
        goingOn();
      }
      throw new Error("The check was begun too often without coming to its end.");
    } finally {
      run.python?.end();
      this.#running = null;
      setTimeout(() => this.prepare().catch(() => {}), AFTER); // who checks next is told
    }
  }

  /** Stop the check that is running. */
  stop() {
    if (this.#running) {
      this.#running.stopped = true;
      this.#running.python?.end();
    }
  }
}
