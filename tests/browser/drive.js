// Drives the page from inside, in a browser that nothing drives from outside, and reports.
const at = (id) => document.getElementById(id);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (test) => {
  while (!test()) {
    await pause(50);
  }
};

async function checked(text) {
  const files = new DataTransfer();
  files.items.add(new File([text], "04_backward.py"));
  at("status").textContent = "";
  at("file").files = files.files;
  at("file").dispatchEvent(new Event("change"));
  await until(() => at("status").textContent.startsWith("Loaded"));
  at("check").click();
  await until(() => at("check").textContent === "Stop");
  await until(() => at("check").textContent === "Check");
  return {
    status: at("status").textContent,
    told: document.querySelector("#result .told")?.textContent ?? "",
    message: document.querySelector("#result .message")?.textContent ?? "",
    drawn: Boolean(document.querySelector("#result figure svg")),
  };
}

const said = { start: performance.now() };
try {
  await until(() => document.documentElement.dataset.python);
  said.python = document.documentElement.dataset.python;
  said.before = document.querySelectorAll("#list a.passed").length;
  if (!said.before) {
    const answers = await (await fetch("answers.json")).json();
    for (const [name, text] of Object.entries(answers)) {
      said[name] = await checked(text);
    }
  }
} catch (error) {
  said.error = String(error);
}
await fetch("said", { method: "POST", body: JSON.stringify(said) });
if (!said.before && !said.error) {
  location.reload(); // the work must be there again
}
