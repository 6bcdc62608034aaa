"use client";

import { SmilePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useRef, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { Scripted } from "@/app/_ui/controls/scripted";
import { useLoaded } from "@/app/_ui/controls/use-loaded";
import { loadEmojiPicker } from "./load-picker";

export function EmojiButton({ fieldRef }: { fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const label = useTranslations("messages")("emoji");
  const button = useRef<HTMLButtonElement>(null);
  const [EmojiPicker, want] = useLoaded(loadEmojiPicker);
  const [isOpen, setOpen] = useState(false);
  const insert = (emoji: string): void => {
    const { current: field } = fieldRef;
    setOpen(false);
    field?.setRangeText(emoji, field.selectionStart, field.selectionEnd, "end");
    field?.dispatchEvent(new Event("input", { bubbles: true }));
    field?.focus();
  };
  return (
    <Scripted>
      <Button
        ref={button}
        look="quiet"
        size="icon"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => void want().then((isLoaded) => setOpen((wasOpen) => isLoaded && !wasOpen))}
      >
        <SmilePlus aria-hidden />
      </Button>
      {EmojiPicker && isOpen ? (
        <EmojiPicker
          anchor={button}
          label={label}
          onPick={insert}
          onClose={({ reason, event }) => {
            // The button shuts it itself.
            if (event.target instanceof Node && button.current?.contains(event.target)) return;
            setOpen(false);
            if (reason === "escape-key") button.current?.focus();
          }}
        />
      ) : null}
    </Scripted>
  );
}
