"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { pathOfChange } from "@/app/_links";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { useLoaded } from "@/app/_ui/controls/use-loaded";
import { loadEmojiPicker } from "../emoji/load-picker";
import type { SharedMessage } from "../thread/thread-page";

interface ReactionPickerProps {
  roomId: string;
  message: SharedMessage;
  form: ReactNode;
  onPick: (emoji: string) => void;
  onClose: (isFocusElsewhere?: boolean) => void;
}

/** Floats over the thread. Without scripts, or when the picker cannot be loaded, a page with the form takes its place. */
export function ReactionPicker({ roomId, message, form, onPick, onClose }: ReactionPickerProps) {
  const label = useTranslations("messages.reaction")("choose");
  const isBrowser = useIsBrowser();
  const [EmojiPicker, want] = useLoaded(loadEmojiPicker);
  const [isPlain, setPlain] = useState(false);
  const hasForm = form !== null;
  useEffect(() => {
    void want().then((isLoaded) => {
      if (isLoaded) return;
      if (hasForm) setPlain(true);
      else location.assign(pathOfChange(roomId, message.id, "react"));
    });
  }, [want, hasForm, roomId, message.id]);
  if (EmojiPicker)
    return (
      <EmojiPicker
        anchor={() => document.getElementById(message.id)}
        align="end"
        label={label}
        own={message.reactions.flatMap(({ emoji, isOwn }) => (isOwn ? emoji : []))}
        onPick={onPick}
        onClose={({ reason }) => onClose(reason !== "escape-key")}
      />
    );
  return isBrowser && !isPlain ? null : form;
}
