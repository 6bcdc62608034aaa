"use client";

import { CornerUpLeft, SendHorizontal, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useRef, useState } from "react";
import { pathOfRoom } from "@/app/_links";
import { ErrorText } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { LiveText } from "@/app/_ui/shown/live-text";
import { writePlainLine } from "@/lib/messages/plain-line";
import type { QuotedMessage } from "@/lib/messages/thread";
import { countCodePoints } from "@/lib/platform/characters";
import { FILE_MAX_BYTES } from "@/lib/platform/limits";
import { ChooseFiles, UploadList } from "../../_files/upload-list";
import { useSizeText } from "../../_files/use-size-text";
import type { Uploads } from "../../_files/use-uploads";
import { EmojiButton } from "../emoji/emoji-button";
import type { Person } from "../outbox/outbox";
import { usePosting } from "../outbox/use-posting";
import { loadReader } from "../text/use-content";
import { type Conversation, editLast } from "../thread/use-conversation";
import { ComposerField, LengthHint } from "./composer-field";
import type { TextPlace } from "./text-place";
import { newDraftId } from "./use-draft";

interface ComposerProps {
  roomPlace: TextPlace;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  talk: Conversation;
  person: Person;
}

export function Composer({ roomPlace, fieldRef, talk, person }: ComposerProps) {
  const { roomId } = roomPlace;
  const { draft, uploads, reply, outbox } = talk;
  const t = useTranslations("messages");
  const endReply = (): void => {
    talk.endReply();
    fieldRef.current?.focus();
  };
  const [drawnId] = useState(newDraftId);
  const [length, setLength] = useState(0);
  const signalWriting = useWritingSignal(roomId);
  const note = (): void => {
    const text = fieldRef.current?.value ?? "";
    draft.keep();
    setLength(countCodePoints(text));
    // Loaded before it is sent, so that the text looks at once as it will stay.
    void loadReader(text);
  };
  const waiting = uploads.uploads.filter(({ key }) => !outbox.hasFile(key));
  const { state, formAction, send, forgive } = usePosting({
    place: roomPlace,
    fieldRef,
    uploads: waiting,
    draft,
    onSend: (message) => {
      outbox.send({ ...message, replyTo: reply });
      note();
      talk.showSent();
    },
  });
  const isSending = outbox.outgoing.some((outgoing) => outgoing.state === "sending");
  const problem = state.kind === "unsent" ? t(`problems.${state.problem}`) : undefined;
  return (
    <form
      action={formAction}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      aria-label={t("write")}
      className="grid shrink-0 grid-cols-1 gap-2 pt-2 pb-4"
    >
      <input type="hidden" name="roomId" value={roomId} />
      {/* A reload without JavaScript submits the form again; the key prevents a second post. */}
      <input type="hidden" name="draftId" defaultValue={drawnId} autoComplete="off" suppressHydrationWarning />
      {reply ? <ReplyLine roomId={roomId} reply={reply} onEnd={endReply} /> : null}
      <div className="max-h-36 overflow-y-auto empty:hidden">
        <UploadList uploads={waiting} retry={uploads.retry} cancel={uploads.cancel} hidesDone />
      </div>
      <div className="field-edge relative rounded-card bg-surface has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-accent">
        <ComposerField
          roomId={roomId}
          id="message-body"
          label={t("label")}
          fieldRef={fieldRef}
          problem={problem}
          given={state.kind === "unsent" ? state.body : ""}
          onChange={() => {
            note();
            forgive();
            signalWriting(fieldRef.current?.value ?? "");
          }}
          onEscape={reply ? endReply : talk.place.focus}
          onEditLast={() => editLast(talk, person)}
        />
        <Footer uploads={uploads} length={length} fieldRef={fieldRef} />
      </div>
      <ErrorText id="message-body" error={problem} />
      <p role="status" className="sr-only">
        <LiveText of={state}>{problem ?? (isSending ? t("sending") : outbox.hasPosted ? t("sent") : "")}</LiveText>
      </p>
    </form>
  );
}

function ReplyLine({ roomId, reply, onEnd }: { roomId: string; reply: QuotedMessage; onEnd: () => void }) {
  const t = useTranslations("messages");
  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-muted px-2.5 py-1 text-dense">
      <input type="hidden" name="replyToMessageId" value={reply.id} />
      <CornerUpLeft aria-hidden className="size-3.5 shrink-0 text-ink-3" />
      <p className="flex min-w-0 flex-1 gap-2">
        <span className="shrink-0 font-medium">{t("replyingTo", { name: reply.author ?? t("someone") })}</span>
        <span className="truncate text-ink-2">{writePlainLine(reply.excerpt)}</span>
      </p>
      <Link
        href={pathOfRoom(roomId)}
        prefetch={false}
        onClick={(event) => {
          event.preventDefault();
          onEnd();
        }}
        aria-label={t("replyEnd")}
        className="grid size-7 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-surface hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Link>
    </div>
  );
}

interface FooterProps extends Pick<ComposerProps, "fieldRef"> {
  uploads: Uploads;
  length: number;
}

function Footer({ uploads, length, fieldRef }: FooterProps) {
  const t = useTranslations("messages");
  const files = useTranslations("files.upload");
  const sizeText = useSizeText();
  return (
    <div className="flex items-center gap-2 px-1.5 pb-1.5">
      <ChooseFiles
        isCompact
        label={`${files("attach")} (${files("limits", { size: sizeText(FILE_MAX_BYTES) })})`}
        onFiles={(chosen) => uploads.add(chosen)}
      />
      <EmojiButton fieldRef={fieldRef} />
      <LengthHint id="message-body" length={length} />
      <SubmitButton size="small">
        <SendHorizontal aria-hidden />
        {t("send")}
      </SubmitButton>
    </div>
  );
}

const EVERY_MS = 3_000;

/** Tells the room that this person is writing: at most once in three seconds, and that they no longer are when the field is empty. */
function useWritingSignal(roomId: string): (text: string) => void {
  const signalled = useRef(0);
  return useCallback(
    (text) => {
      const nowMs = Date.now();
      const isWriting = text.trim() !== "";
      if (isWriting ? nowMs - signalled.current < EVERY_MS : signalled.current === 0) return;
      signalled.current = isWriting ? nowMs : 0;
      void signal(roomId, isWriting);
    },
    [roomId],
  );
}

/** A signal that is lost is followed by the next, or expires. */
async function signal(roomId: string, isWriting: boolean): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ isWriting });
  await fetch(`/api/rooms/${roomId}/writing`, { method: "POST", headers, body }).catch(() => null);
}
