const STORAGE_KEY = "svc.single-key-shortcuts";
export const SINGLE_KEYS_CHANGED = "svc:shortcuts-changed";

/** Single keys disturb people who dictate: they can be switched off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== "off";
}

export function chooseSingleKeys(isOn: boolean): void {
  localStorage.setItem(STORAGE_KEY, isOn ? "on" : "off");
  window.dispatchEvent(new Event(SINGLE_KEYS_CHANGED));
}

export function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

export function isBusy(target: EventTarget | null): boolean {
  if (isDialogOpen()) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea, select") !== null)
  );
}
