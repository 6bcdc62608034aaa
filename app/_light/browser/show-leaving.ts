const LATE_MS = 150;
/** A response that is a download never takes the place of the page. */
const GIVEN_UP_MS = 20_000;

/** The browser alone leaves a light page. Where the next one is late, a line at the top says that it is on its way. */
export function showLeaving(): void {
  const line = document.createElement("div");
  line.className = "fixed inset-x-0 top-0 z-50 h-[3px] animate-pulse bg-accent-solid";
  line.dataset["leaving"] = "";
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stay = () => {
    for (const timer of timers) clearTimeout(timer);
    line.remove();
  };
  const leave = () => {
    stay();
    timers = [setTimeout(() => document.body.append(line), LATE_MS), setTimeout(stay, GIVEN_UP_MS)];
  };
  document.addEventListener("click", (event) => {
    if (!event.defaultPrevented && isPlainClick(event) && leadsAway(event.target)) leave();
  });
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) leave();
  });
  window.addEventListener("pagehide", stay);
}

function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
}

function leadsAway(target: EventTarget | null): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.target !== "" || link.hasAttribute("download")) return false;
  const [page] = location.href.split("#");
  return link.protocol.startsWith("http") && !(link.hash !== "" && link.href.split("#")[0] === page);
}
