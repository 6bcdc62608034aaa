/** A page that has not come by then is no longer what the reader waits for. */
const PATIENCE_MS = 10_000;
const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * The browser restores where a page was left at once, and fails when the page has to be loaded again: it is not as high yet.
 * Its place is tried again as the page grows, until the reader does something.
 */
export function restoreLateScroll(): void {
  // Browsers without it keep their own way.
  if (!("navigation" in globalThis)) return;
  const places = new Map<string, number>();
  let wanted: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const want = (place: number | null) => {
    wanted = place;
    clearTimeout(timer);
    if (place !== null) timer = setTimeout(want, PATIENCE_MS, null);
  };
  const readKey = () => navigation.currentEntry?.key ?? "";
  navigation.addEventListener("currententrychange", ({ navigationType }) => {
    if (navigationType === "traverse") want(places.get(readKey()) ?? null);
    else if (navigationType === "push") want(null);
  });
  addEventListener(
    "scroll",
    () => {
      if (wanted === null) places.set(readKey(), scrollY);
      else if (scrollY >= wanted) want(null);
    },
    { passive: true },
  );
  for (const name of INPUTS) addEventListener(name, () => want(null), { capture: true, passive: true });
  new ResizeObserver(() => {
    if (wanted !== null && scrollY < wanted) scrollTo({ top: wanted, behavior: "instant" });
  }).observe(document.documentElement);
}
