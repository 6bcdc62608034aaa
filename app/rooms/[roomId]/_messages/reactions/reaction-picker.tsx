"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { pathOfMessage } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { useLoaded } from "@/app/_ui/controls/use-loaded";
import { Input } from "@/app/_ui/form/input";
import { OFFERED_REACTIONS } from "@/lib/messages/reaction";
import { loadEmojiPicker } from "../emoji/load-picker";
import type { SharedMessage } from "../thread/thread-page";

interface ReactionPickerProps {
  roomId: string;
  message: SharedMessage;
  action: (form: FormData) => void;
  ids: ReactNode;
  onPick: (emoji: string) => void;
  onClose: (isFocusElsewhere?: boolean) => void;
}

/** Floats over the thread. Without scripts, or when the picker cannot be loaded, a form in the message takes its place. */
export function ReactionPicker(props: ReactionPickerProps) {
  const t = useTranslations("messages.reaction");
  const isBrowser = useIsBrowser();
  const [EmojiPicker, want] = useLoaded(loadEmojiPicker);
  const [isPlain, setPlain] = useState(false);
  useEffect(() => void want().then((isLoaded) => setPlain(!isLoaded)), [want]);
  const { message, onPick, onClose } = props;
  const own = message.reactions.flatMap(({ emoji, isOwn }) => (isOwn ? emoji : []));
  if (EmojiPicker)
    return (
      <EmojiPicker
        anchor={() => document.getElementById(message.id)}
        label={t("choose")}
        own={own}
        onPick={onPick}
        onClose={({ reason }) => onClose(reason !== "escape-key")}
      />
    );
  return isBrowser && !isPlain ? null : <PlainPicker {...props} own={own} />;
}

function PlainPicker({ roomId, message, action, ids, own, onClose }: ReactionPickerProps & { own: readonly string[] }) {
  const t = useTranslations("messages.reaction");
  const ui = useTranslations("ui");
  const id = `react-${message.id}`;
  return (
    <fieldset
      aria-label={t("choose")}
      className="mt-1.5 grid w-fit max-w-full gap-2 rounded-card border border-line bg-surface p-2"
    >
      <form action={action} className="flex flex-wrap gap-1">
        {ids}
        {OFFERED_REACTIONS.map((emoji) => (
          <button
            key={emoji}
            type="submit"
            name={own.includes(emoji) ? "removed" : "emoji"}
            value={emoji}
            aria-pressed={own.includes(emoji)}
            className="grid size-9 place-items-center rounded-control text-lg hover:bg-muted aria-pressed:bg-accent-soft pointer-coarse:size-11"
          >
            {emoji}
          </button>
        ))}
      </form>
      <form action={action} className="flex flex-wrap items-center gap-2">
        {ids}
        <label htmlFor={id} className="text-dense text-ink-2">
          {t("other")}
        </label>
        <Input id={id} name="typed" required autoComplete="off" maxLength={40} className="w-16" />
        <Button type="submit" size="small">
          {t("add")}
        </Button>
        <LinkButton
          size="small"
          look="quiet"
          href={pathOfMessage(roomId, message.id)}
          onClick={(event) => {
            event.preventDefault();
            onClose();
          }}
        >
          {ui("cancel")}
        </LinkButton>
      </form>
    </fieldset>
  );
}
