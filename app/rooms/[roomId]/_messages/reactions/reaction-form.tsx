"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { pathOfMessage } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { ErrorText } from "@/app/_ui/form/field";
import { Input } from "@/app/_ui/form/input";
import { OFFERED_REACTIONS } from "@/lib/messages/reaction";
import { reactToMessage } from "../actions";

interface ReactionFormProps {
  roomId: string;
  messageId: string;
  own: readonly string[];
}

/** Pages without scripts have this form. The page passes it to the thread, so that no other page carries it. */
export function ReactionForm({ roomId, messageId, own }: ReactionFormProps) {
  const t = useTranslations("messages");
  const ui = useTranslations("ui");
  const [drawn, action] = useActionState(reactToMessage, { kind: "idle" });
  const id = `react-${messageId}`;
  const ids = (
    <>
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="messageId" value={messageId} />
    </>
  );
  return (
    <fieldset
      aria-label={t("reaction.choose")}
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
          {t("reaction.other")}
        </label>
        <Input id={id} name="typed" required autoComplete="off" maxLength={40} className="w-16" />
        <Button type="submit" size="small">
          {t("reaction.add")}
        </Button>
        <LinkButton size="small" look="quiet" href={pathOfMessage(roomId, messageId)}>
          {ui("cancel")}
        </LinkButton>
      </form>
      <ErrorText id={id} error={drawn.kind === "unchanged" ? t(`change.problems.${drawn.problem}`) : undefined} />
    </fieldset>
  );
}
