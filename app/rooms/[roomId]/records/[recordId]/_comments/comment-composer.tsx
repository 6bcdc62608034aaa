"use client";

import { SendHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import { ErrorText } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { LiveText } from "@/app/_ui/shown/live-text";
import { countCodePoints } from "@/lib/platform/characters";
import { ComposerField, LengthHint } from "../../../_messages/composer/composer-field";
import type { TextPlace } from "../../../_messages/composer/text-place";
import { type Draft, newDraftId } from "../../../_messages/composer/use-draft";
import { EmojiButton } from "../../../_messages/emoji/emoji-button";
import type { useOutbox } from "../../../_messages/outbox/use-outbox";
import { usePosting } from "../../../_messages/outbox/use-posting";
import { useExplainPost } from "./use-comments";

interface CommentComposerProps {
  place: TextPlace;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  outbox: ReturnType<typeof useOutbox>;
  onEditLast: () => void;
}

export function CommentComposer({ place, fieldRef, draft, outbox, onEditLast }: CommentComposerProps) {
  const t = useTranslations("recordComments");
  const explain = useExplainPost();
  const [drawnId] = useState(newDraftId);
  const [length, setLength] = useState(0);
  const note = (): void => {
    draft.keep();
    setLength(countCodePoints(fieldRef.current?.value ?? ""));
  };
  const { state, formAction, send, forgive } = usePosting({
    place,
    fieldRef,
    uploads: [],
    draft,
    onSend: (comment) => {
      outbox.send({ ...comment, replyTo: null });
      note();
    },
  });
  const isSending = outbox.outgoing.some((outgoing) => outgoing.state === "sending");
  const problem = state.kind === "unsent" ? explain(state.problem) : undefined;
  return (
    <form
      action={formAction}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      aria-label={t("write")}
      className="grid grid-cols-1 gap-2 px-2 pt-1"
    >
      {Object.entries(place.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* A reload without JavaScript submits the form again; the key prevents a second post. */}
      <input type="hidden" name="draftId" defaultValue={drawnId} autoComplete="off" suppressHydrationWarning />
      <div className="relative rounded-card border border-line-strong bg-surface has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-1 has-[textarea:focus-visible]:outline-accent">
        <ComposerField
          roomId={place.roomId}
          id="comment-body"
          label={t("label")}
          fieldRef={fieldRef}
          problem={problem}
          given={state.kind === "unsent" ? state.body : ""}
          onChange={() => {
            note();
            forgive();
          }}
          onEscape={null}
          onEditLast={onEditLast}
        />
        <div className="flex items-center gap-2 px-1.5 pb-1.5">
          <EmojiButton fieldRef={fieldRef} />
          <LengthHint id="comment-body" length={length} />
          <SubmitButton size="small">
            <SendHorizontal aria-hidden />
            {t("send")}
          </SubmitButton>
        </div>
      </div>
      <ErrorText id="comment-body" error={problem} />
      <p role="status" className="sr-only">
        <LiveText of={state}>{problem ?? (isSending ? t("sending") : outbox.hasPosted ? t("sent") : "")}</LiveText>
      </p>
    </form>
  );
}
