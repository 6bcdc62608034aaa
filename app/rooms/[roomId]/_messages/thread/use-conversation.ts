"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useMemo } from "react";
import { pathOfMessage } from "@/app/_links";
import { useHandlers } from "@/app/_ui/controls/use-handlers";
import type { QuotedMessage } from "@/lib/messages/thread";
import { useUploads } from "../../_files/use-uploads";
import { postMessage, removeMessage, saveMessage } from "../actions";
import { applyChanges, type MessageAct, type PendingChanges } from "../changes/changed-message";
import { useChanges } from "../changes/use-changes";
import type { TextPlace } from "../composer/text-place";
import { useDraft, useReply } from "../composer/use-draft";
import { type Outgoing, type Person, renderOutgoing } from "../outbox/outbox";
import { useOutbox } from "../outbox/use-outbox";
import { applyReactions, type WantedReaction } from "../reactions/reactions";
import { useReactions } from "../reactions/use-reactions";
import type { SharedMessage, ThreadPage } from "./thread-page";
import { useReadingPlace } from "./use-reading-place";
import { useThread } from "./use-thread";
import { useWindow } from "./use-window";

interface ConversationOptions {
  roomId: string;
  roomPlace: TextPlace;
  person: Person;
  initial: ThreadPage;
  initialReply: QuotedMessage | null;
  initialAct: MessageAct | null;
  reactionForm: ReactNode;
  firstNewId: string | null;
  boxRef: RefObject<HTMLElement | null>;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

export type Conversation = ReturnType<typeof useConversation>;

export function useConversation(options: ConversationOptions) {
  const { roomId, roomPlace, person, initial, initialReply, initialAct, boxRef, fieldRef } = options;
  const thread = useThread(roomId, initial);
  const draftKey = `svc.draft.${person.id}.${roomId}`;
  const [reply, setReply] = useReply(`${draftKey}.reply`, initialReply);
  const uploads = useUploads(roomId, () => void thread.loadNewest());
  const draft = useDraft(fieldRef, draftKey);
  const outbox = useOutbox({
    place: roomPlace,
    key: `svc.outbox.${person.id}.${roomId}`,
    person,
    messages: thread.messages,
    isNewest: !thread.hasNewer,
    onPosted: (messageId, fileKeys) => {
      uploads.aim(fileKeys, { messageId });
      void thread.loadNewest();
    },
  });
  const { outgoing } = outbox;
  const focusField = (): void => fieldRef.current?.focus();
  const changes = useChanges({ place: roomPlace, initialAct, reload: thread.reload, focusField });
  const reactions = useReactions(roomId, thread.reload, options.reactionForm);
  const onTheWay = { wanted: reactions.wanted, pending: changes.pending, outgoing };
  const messages = useShownMessages(thread.messages, person, onTheWay);
  const inUse = [changes.act?.textId ?? [], outgoing.map(({ draftId }) => draftId), options.firstNewId ?? []].flat();
  const shown = useShown(boxRef, messages, inUse);
  const startReply = useStartReply(setReply, focusField);

  return {
    thread,
    messages,
    ...shown,
    uploads,
    draft,
    outbox,
    changes,
    reactions,
    reply,
    endReply: () => setReply(null),
    startReply,
    showSent: (): void => {
      setReply(null);
      shown.place.goToEnd();
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

function useShown(boxRef: RefObject<HTMLElement | null>, messages: readonly SharedMessage[], inUse: readonly string[]) {
  const { window, move, reveal } = useWindow(boxRef, messages, inUse);
  return { window, reveal, place: useReadingPlace(boxRef, { messages, window, onScroll: move }) };
}

function useStartReply(setReply: (reply: QuotedMessage) => void, focusField: () => void) {
  const { start } = useHandlers({
    start: ({ id, author, body }: SharedMessage): void => {
      setReply({ id, author, excerpt: body.slice(0, 160), isDeleted: false });
      focusField();
    },
  });
  return start;
}

export function editLast({ thread, changes }: Conversation, { id }: Person): void {
  if (thread.hasNewer) return;
  const messages = applyChanges(thread.messages, changes.pending);
  const last = messages.findLast(({ authorId, isDeleted }) => authorId === id && !isDeleted);
  if (last) changes.handlers.begin("edit", last.id, "field");
}

interface OnTheWay {
  wanted: readonly WantedReaction[];
  pending: PendingChanges;
  outgoing: readonly Outgoing[];
}

function useShownMessages(
  held: readonly SharedMessage[],
  person: Person,
  { wanted, pending, outgoing }: OnTheWay,
): SharedMessage[] {
  return useMemo(
    () => [
      ...applyChanges(applyReactions(held, wanted), pending),
      ...outgoing.map((message) => renderOutgoing(message, person)),
    ],
    [held, wanted, pending, outgoing, person],
  );
}

export function useRoomPlace(roomId: string): TextPlace {
  const t = useTranslations("messages");
  return useMemo(
    () => ({
      roomId,
      fields: { roomId },
      idField: "messageId",
      post: postMessage,
      save: saveMessage,
      remove: removeMessage,
      pathOf: (messageId) => pathOfMessage(roomId, messageId),
      words: {
        edit: t("change.edit"),
        delete: t("change.delete"),
        text: t("change.text"),
        save: t("change.save"),
        explain: (problem) => t(`change.problems.${problem}`),
      },
    }),
    [roomId, t],
  );
}
