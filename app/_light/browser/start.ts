import { colourWhenOpened } from "./colour-code";
import { copyOnClick } from "./copy";
import { prepareFilterList } from "./filter-list";
import { followScroll } from "./follow-scroll";
import { prepareLanguages } from "./languages";
import { prepareSplit } from "./live-split";
import { showCurrentLink } from "./navigation";
import { prepareRun } from "./run-panel";
import { prepareSearch } from "./search-box";
import { prepareSingleKeys } from "./single-keys-choice";
import { submitOnce } from "./submit-once";

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
