import type { KeyboardEvent } from "react";

/**
 * Enter sends and Shift+Enter breaks the line. While an input method is composing (Japanese, Chinese, Korean), Enter
 * accepts the suggestion; Safari reports that only by the key code, after the composition. On a touch
 * keyboard, which has no Shift+Enter, Enter breaks the line.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.altKey) return false;
  if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return false;
  return event.metaKey || event.ctrlKey || !window.matchMedia("(pointer: coarse)").matches;
}

export function isEditKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const isAlone = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing);
  return event.key === "ArrowUp" && isAlone && event.currentTarget.value === "";
}
