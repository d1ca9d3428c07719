// Written for any browser: it says what is missing, or hands over to the page's modules.
(function () {
  var sentence = document.getElementById("cannot");
  var missing = "";
  if (location.protocol === "file:") {
    missing = "This page cannot run as a file. In a terminal, go to its folder and run: python3 -m http.server 8000. Then open http://localhost:8000 in this browser.";
  } else if (
    typeof WebAssembly !== "object" || typeof WebAssembly.Global !== "function" || !window.indexedDB || !window.Worker ||
    typeof DecompressionStream !== "function" || !Object.hasOwn || !("noModule" in document.createElement("script"))
  ) {
    missing = "This browser is too old for Python in a page. Use a current Firefox, Chrome, Edge or Safari, or ask your instructor for the kit to install.";
  }
  if (missing) {
    sentence.textContent = missing;
    return;
  }
  var script = document.createElement("script");
  script.type = "module";
  script.src = "app.js";
  script.onerror = function () {
    sentence.textContent = "A part of this page did not arrive. Check your connection and load the page again.";
  };
  document.body.appendChild(script);
})();
