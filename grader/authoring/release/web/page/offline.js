// After the first visit the page works without a network: a service worker keeps its files.

const PATIENCE = 3000; // milliseconds until the page goes on without one

/** Keep the page's files; show `update` when a newer version waits. Never fails, never waits long. */
export async function keepOffline(update, said) {
  if (!navigator.serviceWorker) {
    return;
  }
  try {
    const registration = await navigator.serviceWorker.register("sw.js");
    offer(registration, update);
    await Promise.race([controlled(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    said.textContent = navigator.serviceWorker.controller ? "It works offline from now on." : "";
  } catch {
    said.textContent = "";
  }
}

async function controlled() {
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  }
}

function offer(registration, update) {
  const waiting = () => {
    // While the first one of this page gets ready, the keeper of a page around it may be at work.
    if (registration.waiting && registration.active && navigator.serviceWorker.controller) {
      update.hidden = false;
    }
  };
  waiting();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", waiting);
  });
  update.querySelector("button").addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting?.postMessage("update");
  });
}
