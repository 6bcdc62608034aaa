"use client";

import type { RefObject } from "react";
import { EmojiPicker } from "./emoji-picker";

export interface EmojiInsertProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  buttonRef: RefObject<HTMLButtonElement | null>;
  label: string;
  onClose: () => void;
}

export function EmojiInsert({ fieldRef, buttonRef, label, onClose }: EmojiInsertProps) {
  const insert = (emoji: string): void => {
    const { current: field } = fieldRef;
    onClose();
    field?.setRangeText(emoji, field.selectionStart, field.selectionEnd, "end");
    field?.dispatchEvent(new Event("input", { bubbles: true }));
    field?.focus();
  };
  return (
    <EmojiPicker
      anchor={buttonRef}
      align="start"
      label={label}
      onPick={insert}
      onClose={({ reason, event: { target } }) => {
        // The button shuts it itself.
        if (target instanceof Node && buttonRef.current?.contains(target)) return;
        onClose();
        if (reason === "escape-key") buttonRef.current?.focus();
      }}
    />
  );
}
