/**
 * A jump within a page is the browser's own, and its entry in the history knows nothing of Next's router: coming back to it
 * from another page would leave that page standing. The entry gets the state of the one before, which has the router's
 * tree, and replacing it by itself makes the router take it as its own.
 */
export function adoptJumps(): void {
  let before: unknown = null;
  const note = () => {
    before = history.state;
  };
  addEventListener("click", note, { capture: true });
  addEventListener("hashchange", () => {
    if (history.state !== null) return;
    // The router's own update waits for a refresh under way, and a navigation before its end would lose it.
    if (before !== null) history.replaceState(before, "", location.href);
    history.replaceState(null, "", location.href);
  });
  keepHash();
}

/** A refresh that began before a jump ends by writing the address of before. */
function keepHash(): void {
  const replaceState = history.replaceState.bind(history);
  history.replaceState = (state, unused, url) => {
    const next = new URL(url ?? location.href, location.href);
    const isSamePage = next.pathname === location.pathname && next.search === location.search;
    replaceState(state, unused, isSamePage && next.hash === "" ? location.href : url);
  };
}
