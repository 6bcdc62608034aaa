import { areSingleKeysOn, chooseSingleKeys } from "@/app/_ui/controls/single-keys-storage";
import { prepareLanguages } from "./language-cookie";
import { prepareSplit } from "./live-split";
import { prepareRun } from "./run-panel";
import { prepareSearch } from "./search-box";

const COPIED_SHOWN_MS = 2_000;

let isWatching = false;

/** Listeners that serve every page of the document, also those that React draws later. */
export function watchPage(): void {
  if (isWatching) return;
  isWatching = true;
  copyOnClick();
  submitOnce();
}

/** Prepares the elements of the page that is shown, each once. */
export function preparePage(): void {
  prepareEach("[data-run]", prepareRun);
  prepareEach("[data-search]", prepareSearch);
  prepareEach("[data-languages]", prepareLanguages);
  prepareEach("[data-single-keys]", prepareSingleKeys);
  prepareEach("aside nav", showCurrentLink);
  prepareEach("[data-split]", prepareSplit);
  prepareEach("nav[data-contents]", followScroll);
}

const prepared = new WeakSet<HTMLElement>();

function prepareEach(selector: string, prepare: (element: HTMLElement) => void): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (prepared.has(element)) continue;
    prepared.add(element);
    prepare(element);
  }
}

function copyOnClick(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    if (button) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = "", copied = "", failed = "" } = button.dataset;
  const code = button.closest("figure")?.querySelector("code")?.textContent ?? "";
  const status = button.nextElementSibling;
  try {
    await navigator.clipboard.writeText(text === "" ? code : text);
    button.toggleAttribute("data-done", true);
    if (status) status.textContent = copied;
  } catch {
    if (status) status.textContent = failed;
  }
  setTimeout(() => {
    button.toggleAttribute("data-done", false);
    if (status) status.textContent = "";
  }, COPIED_SHOWN_MS);
}

/** A form that a double click submits once: a second response would replace the redirect back to the app. */
function submitOnce(): void {
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

/** Shown only here: without a script there are no single keys to switch off. */
function prepareSingleKeys(label: HTMLElement): void {
  const box = label.querySelector("input");
  if (!box) return;
  box.checked = areSingleKeysOn();
  box.addEventListener("change", () => chooseSingleKeys(box.checked));
  label.hidden = false;
}

const REACHED_PX = 140;

function showCurrentLink(nav: HTMLElement): void {
  const column = nav.closest("aside");
  const link = nav.querySelector("[aria-current=page]");
  if (!column || !link) return;
  const top = link.getBoundingClientRect().top - column.getBoundingClientRect().top;
  if (top < 0 || top > column.clientHeight - 64) column.scrollTop += top - column.clientHeight / 2;
}

function followScroll(nav: HTMLElement): void {
  const links = [...nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  let isWaiting = false;
  const mark = (): void => {
    isWaiting = false;
    const current = findCurrent(links);
    for (const link of links) {
      if (link === current) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
    if (current) keepInView(nav, current);
  };
  const note = (): void => {
    if (!nav.isConnected) window.removeEventListener("scroll", note);
    else if (!isWaiting) {
      isWaiting = true;
      requestAnimationFrame(mark);
    }
  };
  window.addEventListener("scroll", note, { passive: true });
  mark();
}

function findCurrent(links: readonly HTMLAnchorElement[]): HTMLAnchorElement | undefined {
  const shown = links.flatMap((link) => {
    const part = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return part && part.offsetParent !== null ? [{ link, topPx: part.getBoundingClientRect().top }] : [];
  });
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
  const reached = isAtEnd ? shown : shown.filter(({ topPx }) => topPx < REACHED_PX);
  return (reached.at(-1) ?? shown[0])?.link;
}

/** Scrolls the list alone: `scrollIntoView` would move the page too. */
function keepInView(nav: HTMLElement, link: HTMLElement): void {
  const [box, entry] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  if (entry.top < box.top) nav.scrollTop -= box.top - entry.top;
  else if (entry.bottom > box.bottom) nav.scrollTop += entry.bottom - box.bottom;
}
