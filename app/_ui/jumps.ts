/**
 * A jump within a page is the browser's own, and its entry in the history knows nothing of Next's router: coming back to it
 * from another page would leave that page standing. Replacing the entry by itself makes the router take it as its own.
 */
export function adoptJumps(): void {
  addEventListener("hashchange", () => {
    if (history.state === null) history.replaceState(null, "", location.href);
  });
}
