import { readItem, saveItem } from "@/app/_ui/page/tab-storage";

const STORAGE_KEY = "svc.reference.language";

export function prepareLanguages(group: HTMLElement): void {
  const kept = readItem(STORAGE_KEY);
  for (const radio of group.querySelectorAll<HTMLInputElement>("[data-language]")) {
    if (radio.dataset["language"] === kept) radio.checked = true;
    radio.addEventListener("change", () => saveItem(STORAGE_KEY, radio.dataset["language"]));
  }
}
