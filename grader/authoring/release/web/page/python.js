// One worker as the page sees it: start it, give it one request, watch its clock, end it.

const START_SECONDS = 120; // a slow phone with a plain start

export class Python {
  #worker;
  #hear = () => {};
  #limit = null;
  #ended = () => {};

  /**
   * A worker that is ready for a request, most likely about one exercise. `parts` is a promise of what
   * engine.js loads: the worker gets going meanwhile. Rejects with an Error if it does not get there.
   */
  static async start(code, parts, base, likely) {
    const python = new Python(new Worker(code, { type: "module" }));
    python.#worker.postMessage({ type: "open", base });
    try {
      return await python.#started({ type: "start", parts: await parts, base, likely });
    } catch (error) {
      python.end();
      throw error;
    }
  }

  #started(message) {
    return new Promise((resolve, reject) => {
      const failed = (reason) => reject(new Error(reason));
      const late = setTimeout(failed, 1000 * START_SECONDS, "Python did not start within two minutes.");
      this.#hear = ({ type, reason }) => {
        clearTimeout(late);
        if (type === "ready") {
          resolve(this);
        } else {
          failed(reason ?? "Python did not start.");
        }
      };
      this.#worker.postMessage(message);
    });
  }

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#hear({ type: "crash", reason: event.message || "the worker ended by itself" });
    };
  }

  /**
   * The result; null if it did not come to its end: then `journal` has grown by a batch that was
   * ended, and another worker can go on. Rejects with an Error if the grader itself failed.
   */
  run(request, journal) {
    return new Promise((resolve, reject) => {
      let batch = null;
      const over = (how) => {
        clearTimeout(this.#limit);
        if (batch === null) {
          reject(new Error(how.reason ?? "The browser's Python ended by itself."));
        } else {
          journal.push({ ...batch, ...how });
          resolve(null);
        }
      };
      const within = (seconds) => {
        clearTimeout(this.#limit);
        this.#limit = setTimeout(over, 1000 * seconds, { ended: "timeout" });
      };
      const kinds = {
        begin: ({ seconds }) => {
          batch = { answers: [], notices: [], output: "", phase: "loading" };
          within(seconds);
        },
        loaded: ({ seconds, notices, output }) => {
          Object.assign(batch, { phase: "running", notices, output });
          within(seconds);
        },
        answers: ({ answers, output }) => {
          batch.answers.push(answers);
          batch.output = output;
        },
        end: ({ entry }) => {
          clearTimeout(this.#limit);
          journal.push(entry);
          batch = null;
        },
        done: ({ result }) => resolve(JSON.parse(result)),
        failed: ({ reason }) => {
          clearTimeout(this.#limit);
          reject(new Error(reason));
        },
        exit: ({ code }) => over({ ended: "exit", code }),
        crash: ({ reason }) => over({ ended: "lost", reason }),
      };
      this.#hear = (message) => {
        const said = typeof message === "string" ? JSON.parse(message) : message; // Python says JSON
        kinds[said.type]?.(said);
      };
      this.#ended = () => resolve(null);
      this.#worker.postMessage({ type: "check", request: JSON.stringify(request) });
    });
  }

  /** End it, whatever it does. */
  end() {
    clearTimeout(this.#limit);
    this.#worker.terminate();
    this.#hear = () => {};
    this.#ended();
  }
}
