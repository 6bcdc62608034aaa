import { areSingleKeysOn, isBusy } from "@/app/_ui/controls/single-keys-storage";
import type { SearchHit } from "@/lib/docs/search-engine";
import { fillText, findPart } from "./find-part";

export function prepareSearch(root: HTMLElement): void {
  new SearchBox(root).listen();
}

/** A combobox over an index in the browser. The field has the focus all the time, and stays as the page drew it. */
class SearchBox {
  readonly #root: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #box: HTMLElement;
  readonly #list: HTMLElement;
  readonly #none: HTMLElement;
  readonly #status: HTMLElement;
  #pages: SearchPages | null = null;
  #hits: readonly SearchHit[] = [];
  #active = -1;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#input = findPart(root, "search-field");
    this.#box = findPart(root, "search-box");
    this.#list = findPart(root, "search-list");
    this.#none = findPart(root, "search-none");
    this.#status = findPart(root, "search-status");
  }

  listen(): void {
    const input = this.#input;
    input.addEventListener("focus", () => this.#load());
    input.addEventListener("input", () => this.#show());
    input.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.#root.contains(relatedTarget))) this.#close();
    });
    focusOnSlash(input);
    // The field may have the focus before the script has come.
    if (document.activeElement === input) this.#load();
  }

  #load(): void {
    if (this.#pages) return;
    loadSearch(this.#root.dataset["search"] ?? "").then(
      (loaded) => {
        this.#pages = loaded;
        this.#show();
      },
      () => {
        this.#status.textContent = this.#status.dataset["failed"] ?? "";
      },
    );
  }

  #show(): void {
    const query = this.#input.value.trim();
    if (query === "" || !this.#pages) {
      this.#close();
      return;
    }
    this.#hits = this.#pages(query);
    const count = this.#hits.length;
    this.#list.replaceChildren(...this.#hits.map((hit, position) => this.#drawHit(hit, position)));
    this.#list.hidden = count === 0;
    this.#none.hidden = count > 0;
    this.#none.textContent = fillText(this.#none.dataset["searchNone"] ?? "", { query });
    this.#status.textContent = (JSON.parse(this.#status.dataset["found"] ?? "[]") as string[])[count] ?? "";
    this.#box.hidden = false;
    this.#input.ariaExpanded = String(count > 0);
    this.#point(-1);
  }

  #close(): void {
    this.#hits = [];
    this.#box.hidden = true;
    this.#list.replaceChildren();
    this.#status.textContent = "";
    this.#input.ariaExpanded = "false";
    this.#point(-1);
  }

  #drawHit(hit: SearchHit, position: number): HTMLElement {
    const option = findPart(this.#root, "search-hit").cloneNode(true) as HTMLElement;
    const kinds = JSON.parse(this.#status.dataset["kinds"] ?? "{}") as Record<SearchHit["kind"], string>;
    option.removeAttribute("data-search-hit");
    option.hidden = false;
    option.id = `${this.#list.id}-${position}`;
    findPart(option, "hit-title").textContent = hit.title;
    findPart(option, "hit-kind").textContent = kinds[hit.kind];
    findPart(option, "hit-excerpt").textContent = hit.page === hit.title ? hit.excerpt : `${hit.page}: ${hit.excerpt}`;
    // The field keeps the focus.
    option.addEventListener("mousedown", (event) => event.preventDefault());
    option.addEventListener("click", () => this.#open(hit));
    return option;
  }

  #point(position: number): void {
    this.#active = position;
    for (const [index, option] of [...this.#list.children].entries()) option.ariaSelected = String(index === position);
    const option = this.#list.children[position];
    if (option) this.#input.setAttribute("aria-activedescendant", option.id);
    else this.#input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  #open({ url }: SearchHit): void {
    this.#close();
    this.#input.value = "";
    location.assign(url);
  }

  #move(step: number): void {
    if (this.#box.hidden) {
      this.#show();
      return;
    }
    const places = this.#hits.length + 1;
    this.#point(((this.#active + 1 + step + places) % places) - 1);
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const hit = this.#hits[this.#active];
    if (event.key === "ArrowDown") this.#move(1);
    else if (event.key === "ArrowUp") this.#move(-1);
    else if (event.key === "Enter" && hit) this.#open(hit);
    else if (event.key === "Escape" && !this.#box.hidden) this.#close();
    else return;
    event.preventDefault();
  }
}

/** `/` moves to the field, unless single keys are switched off (WCAG 2.1.4). */
function focusOnSlash(input: HTMLInputElement): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.defaultPrevented || event.isComposing || !input.isConnected) return;
    if (event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target) || !areSingleKeysOn()) return;
    event.preventDefault();
    input.focus();
  });
}

type SearchPages = (query: string) => SearchHit[];

let loading: { url: string; pages: Promise<SearchPages> } | null = null;

/** Engine and index come only once the field is used. A failure is forgotten, so the next focus tries again. */
function loadSearch(url: string): Promise<SearchPages> {
  if (loading?.url === url) return loading.pages;
  const pages = fetchSearch(url);
  loading = { url, pages };
  pages.catch(() => {
    loading = null;
  });
  return pages;
}

async function fetchSearch(url: string): Promise<SearchPages> {
  const [engine, response] = await Promise.all([import("@/lib/docs/search-engine"), fetch(url)]);
  if (!response.ok) throw new Error(`The search index answered ${response.status}.`);
  const index = engine.loadIndex(await response.text());
  return (query) => engine.searchIndex(index, query);
}
