"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { pathOfMessage } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { ErrorText } from "@/app/_ui/form/field";
import { Input } from "@/app/_ui/form/input";
import { readField } from "@/app/_ui/form/read-field";
import { mayBeEmoji, OFFERED_REACTIONS } from "@/lib/messages/reaction";
import type { SharedMessage } from "../thread/thread-page";

interface ReactionPickerProps {
  roomId: string;
  message: SharedMessage;
  action: (form: FormData) => void;
  ids: ReactNode;
  onPick: (emoji: string) => void;
  onCancel: () => void;
}

/** The thread would cut off a box above the newest message. */
export function ReactionPicker(props: ReactionPickerProps) {
  const t = useTranslations("messages.reaction");
  return (
    <fieldset
      aria-label={t("choose")}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) props.onCancel();
      }}
      className="mt-1.5 grid w-fit max-w-full gap-2 rounded-card border border-line bg-surface p-2"
    >
      <OfferedReactions {...props} />
      <OtherReaction {...props} />
    </fieldset>
  );
}

function OfferedReactions({ message, action, ids, onPick }: ReactionPickerProps) {
  const first = useRef<HTMLButtonElement>(null);
  const own = new Set(message.reactions.flatMap(({ emoji, isOwn }) => (isOwn ? emoji : [])));
  useEffect(() => first.current?.focus(), []);
  return (
    <form action={action} className="flex flex-wrap gap-1 max-sm:grid max-sm:grid-cols-4">
      {ids}
      {OFFERED_REACTIONS.map((emoji, n) => (
        <button
          key={emoji}
          ref={n === 0 ? first : null}
          type="submit"
          name={own.has(emoji) ? "removed" : "emoji"}
          value={emoji}
          aria-pressed={own.has(emoji)}
          onClick={(event) => {
            event.preventDefault();
            onPick(emoji);
          }}
          className={mergeClasses(
            "grid size-9 place-items-center rounded-control text-lg hover:bg-muted pointer-coarse:size-11",
            own.has(emoji) && "bg-accent-soft outline outline-accent",
          )}
        >
          {emoji}
        </button>
      ))}
    </form>
  );
}

function OtherReaction({ roomId, message, action, ids, onPick, onCancel }: ReactionPickerProps) {
  const t = useTranslations("messages");
  const ui = useTranslations("ui");
  const [isRefused, setRefused] = useState(false);
  const id = `react-${message.id}`;
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = readField(new FormData(event.currentTarget), "typed").trim();
        setRefused(!mayBeEmoji(typed));
        if (mayBeEmoji(typed)) onPick(typed);
      }}
      className="flex flex-wrap items-center gap-2"
    >
      {ids}
      <label htmlFor={id} className="text-dense text-ink-2">
        {t("reaction.other")}
      </label>
      <Input
        id={id}
        name="typed"
        required
        autoComplete="off"
        maxLength={40}
        className="w-16"
        {...(isRefused ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      />
      <Button type="submit" size="small">
        {t("reaction.add")}
      </Button>
      <LinkButton
        size="small"
        look="quiet"
        href={pathOfMessage(roomId, message.id)}
        onClick={(event) => {
          event.preventDefault();
          onCancel();
        }}
      >
        {ui("cancel")}
      </LinkButton>
      <ErrorText id={id} error={isRefused ? t("change.problems.no_emoji") : undefined} />
    </form>
  );
}
