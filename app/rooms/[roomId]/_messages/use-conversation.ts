"use client";

import { type RefObject, useMemo } from "react";
import type { QuotedMessage } from "@/lib/messages/thread";
import { useUploads } from "../_files/use-uploads";
import { drawOutgoing, type Outgoing, type Person } from "./outbox";
import type { SharedMessage, ThreadPage } from "./thread-page";
import { useDraft, useReply } from "./use-draft";
import { useOutbox } from "./use-outbox";
import { useReadingPlace } from "./use-reading-place";
import { useThread } from "./use-thread";

interface ConversationOptions {
  roomId: string;
  person: Person;
  initial: ThreadPage;
  initialReply: QuotedMessage | null;
  boxRef: RefObject<HTMLElement | null>;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

export type Conversation = ReturnType<typeof useConversation>;

/** The thread with what this person is writing into it: the draft, its reply and files, and the messages on their way. */
export function useConversation({ roomId, person, initial, initialReply, boxRef, fieldRef }: ConversationOptions) {
  const thread = useThread(roomId, initial);
  const draftKey = `svc.draft.${person.id}.${roomId}`;
  const [reply, setReply] = useReply(`${draftKey}.reply`, initialReply);
  const uploads = useUploads(roomId, () => void thread.loadNewest());
  const draft = useDraft(fieldRef, draftKey);
  const outbox = useOutbox({
    roomId,
    person,
    messages: thread.messages,
    isNewest: !thread.hasNewer,
    onPosted: (messageId, fileKeys) => {
      uploads.aim(fileKeys, { messageId });
      void thread.loadNewest();
    },
  });
  const { outgoing } = outbox;
  const messages = useMemo(
    () => [...thread.messages, ...outgoing.map((message) => drawOutgoing(message, person))],
    [thread.messages, outgoing, person],
  );
  const place = useReadingPlace(boxRef, messages);
  const focusField = (): void => fieldRef.current?.focus();

  return {
    thread,
    messages,
    uploads,
    draft,
    outbox,
    place,
    reply,
    endReply: () => setReply(null),
    startReply: ({ id, author, body }: SharedMessage): void => {
      setReply({ id, author, excerpt: body.slice(0, 160) });
      focusField();
    },
    showSent: (): void => {
      setReply(null);
      place.goToEnd();
      if (thread.hasNewer) void thread.loadNewest();
    },
    // The pressed button goes with its note, so the focus moves on.
    retry: ({ draftId }: Outgoing): void => {
      outbox.retry(draftId);
      focusField();
    },
    edit: ({ draftId, body, replyTo }: Outgoing): void => {
      outbox.discard(draftId);
      draft.restore(body, draftId);
      setReply(replyTo);
      focusField();
    },
  };
}
