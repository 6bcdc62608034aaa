/** A form that a double click submits once: a second response would replace the redirect back to the app. */
export function submitOnce(): void {
  let sent = new WeakSet<EventTarget>();
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLElement) || !("submitOnce" in event.target.dataset)) return;
    if (sent.has(event.target)) event.preventDefault();
    sent.add(event.target);
  });
  // Shown again after "back": the first request may have failed.
  window.addEventListener("pageshow", () => {
    sent = new WeakSet();
  });
}
