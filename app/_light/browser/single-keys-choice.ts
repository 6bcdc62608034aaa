import { areSingleKeysOn, chooseSingleKeys } from "@/app/_ui/controls/single-keys-storage";

/** Shown only here: without a script there are no single keys to switch off. */
export function prepareSingleKeys(label: HTMLElement): void {
  const box = label.querySelector("input");
  if (!box) return;
  box.checked = areSingleKeysOn();
  box.addEventListener("change", () => chooseSingleKeys(box.checked));
  label.hidden = false;
}
