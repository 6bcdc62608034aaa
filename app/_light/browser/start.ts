import { areSingleKeysOn, chooseSingleKeys } from "@/app/_ui/controls/single-keys-storage";
import { readItem, saveItem } from "@/app/_ui/page/tab-storage";
import { colourWhenOpened } from "./colour-code";
import { prepareFilterList } from "./filter-list";
import { prepareSplit } from "./live-split";
import { followScroll, showCurrentLink } from "./navigation";
import { prepareRun } from "./run-panel";
import { prepareSearch } from "./search-box";

const COPIED_SHOWN_MS = 2_000;
const LANGUAGE_STORAGE_KEY = "svc.reference.language";

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
  prepareEach("[data-filter-list]", prepareFilterList);
  prepareEach("nav[data-contents]", followScroll);
  prepareEach("[data-colours]", colourWhenOpened);
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

function prepareLanguages(group: HTMLElement): void {
  const kept = readItem(LANGUAGE_STORAGE_KEY);
  for (const radio of group.querySelectorAll<HTMLInputElement>("[data-language]")) {
    if (radio.dataset["language"] === kept) radio.checked = true;
    radio.addEventListener("change", () => saveItem(LANGUAGE_STORAGE_KEY, radio.dataset["language"]));
  }
}

/** Shown only here: without a script there are no single keys to switch off. */
function prepareSingleKeys(label: HTMLElement): void {
  const box = label.querySelector("input");
  if (!box) return;
  box.checked = areSingleKeysOn();
  box.addEventListener("change", () => chooseSingleKeys(box.checked));
  label.hidden = false;
}
