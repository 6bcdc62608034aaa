import { findPart } from "./find-part";

export function prepareFilterList(root: HTMLElement): void {
  const field = findPart<HTMLInputElement>(root, "filter-field");
  const status = findPart(root, "filter-status");
  const texts = JSON.parse(status.dataset["found"] ?? "[]") as string[];
  // The box does nothing without this script.
  findPart(root, "filter-box").hidden = false;
  const show = (): void => {
    const words = fold(field.value).split(/\s+/);
    let count = 0;
    for (const item of root.querySelectorAll<HTMLElement>("[data-filter-item]")) {
      const text = fold(item.dataset["filterItem"] ?? "");
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) count += 1;
    }
    hideRest(root);
    const found = texts[count] ?? "";
    status.textContent = field.value.trim() === "" ? "" : found;
  };
  field.addEventListener("input", show);
  openTarget(root);
  window.addEventListener("hashchange", () => openTarget(root));
}

function hideRest(root: HTMLElement): void {
  for (const group of root.querySelectorAll<HTMLElement>("[data-filter-group]"))
    group.hidden = !group.querySelector("[data-filter-item]:not([hidden])");
  for (const link of root.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')) {
    const entry = link.closest("li");
    if (entry) entry.hidden = document.getElementById(link.hash.slice(1))?.hidden ?? false;
  }
}

function openTarget(root: HTMLElement): void {
  if (location.hash === "") return;
  const item = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const box = item && root.contains(item) ? item.querySelector("details") : null;
  if (box) box.open = true;
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}
