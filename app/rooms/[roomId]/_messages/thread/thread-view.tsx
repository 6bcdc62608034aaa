"use client";

import { MessagesSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { LiveText } from "@/app/_ui/shown/live-text";
import { useRoomActivity } from "@/app/rooms/_frame/room-activity";
import { useReadMark } from "@/app/rooms/_live/use-read-mark";
import type { QuotedMessage, Unread } from "@/lib/messages/thread";
import { useFileDrop } from "../../_files/use-file-drop";
import { listActs, type MessageAct } from "../changes/changed-message";
import { Composer } from "../composer/composer";
import { PeopleHere } from "../composer/people-here";
import { useOpeningFocus } from "../composer/use-opening-focus";
import type { Outgoing, Person } from "../outbox/outbox";
import { OutgoingNote } from "../outbox/outgoing-note";
import { Arrivals } from "./arrivals";
import { MessageList, OlderMessages } from "./message-list";
import type { ThreadPage } from "./thread-page";
import { UnreadBar } from "./unread-bar";
import { type Conversation, useConversation, useRoomPlace } from "./use-conversation";
import type { Thread } from "./use-thread";

interface ThreadViewProps {
  roomId: string;
  person: Person;
  canWrite: boolean;
  canModerate: boolean;
  initial: ThreadPage;
  initialReply: QuotedMessage | null;
  unread: Unread;
  initialAct: MessageAct | null;
  reactionForm: ReactNode;
  targetId: string;
}

export function ThreadView({ canWrite, canModerate, targetId, ...props }: ThreadViewProps) {
  const { roomId, person, initial, initialAct } = props;
  const t = useTranslations("messages");
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const roomPlace = useRoomPlace(roomId);
  // A refresh must not move the divider.
  const [unread] = useState(props.unread);
  const talk = useConversation({ ...props, firstNewId: unread.firstId, roomPlace, boxRef: box, fieldRef: field });
  const { thread, uploads, outbox, changes } = talk;
  const reader = { userId: person.id, canWrite, canModerate };
  useOpeningFocus(field, roomId, !targetId && !initialAct && !initial.hasNewer);
  useRoomMark(props, thread.messages, talk.place.isAtEnd && !thread.hasNewer);
  const drop = useFileDrop((files) => {
    uploads.add(files);
    field.current?.focus();
  });
  useTarget(targetId);
  return (
    <div
      data-fill
      onClickCapture={({ target }) => revealTarget(target, talk)}
      {...(canWrite ? drop.handlers : {})}
      className={joinClasses(
        "relative flex min-h-80 flex-1 flex-col rounded-card",
        drop.isOver && "outline-2 outline-accent outline-dashed",
      )}
    >
      <UnreadBar
        roomId={roomId}
        unread={unread}
        messages={thread.messages}
        isLoaded={thread.messages.some(({ id }) => id === unread.firstId)}
      />
      <section
        ref={box}
        aria-label={t("thread")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className="-mx-2 flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-2 [overflow-anchor:none]"
      >
        <div className="mt-0 mb-auto pb-2">
          <Top thread={thread} roomId={roomId} canWrite={canWrite} isSending={outbox.outgoing.length > 0} />
          <MessageList
            roomId={roomId}
            place={roomPlace}
            userId={person.id}
            messages={talk.messages}
            window={talk.window}
            firstNewId={unread.firstId}
            onReply={canWrite ? talk.startReply : null}
            isHere={thread.isHere}
            {...{ changes, reactions: talk.reactions }}
            listActs={(message) => listActs(reader, message)}
            outgoing={outbox.outgoing}
            renderOutgoing={(sent) => <RoomOutgoing sent={sent} talk={talk} />}
          />
        </div>
      </section>
      <ChangeStatus done={changes.done} />
      <Arrivals thread={thread} roomId={roomId} userId={person.id} place={talk.place} reveal={talk.reveal} />
      <PeopleHere people={thread.people} userId={person.id} />
      {canWrite ? <Composer roomPlace={roomPlace} fieldRef={field} talk={talk} person={person} /> : null}
    </div>
  );
}

function useTarget(targetId: string): void {
  useEffect(() => {
    if (targetId) document.getElementById(targetId)?.scrollIntoView({ block: "center" });
  }, [targetId]);
}

/** The browser then finds what a link within the page leads to. */
function revealTarget(pressed: EventTarget, { reveal }: Conversation): void {
  const link = pressed instanceof Element ? pressed.closest<HTMLAnchorElement>('a[href^="#"]') : null;
  if (link) reveal(link.hash.slice(1));
}

const SAID = { edit: "change.edited", delete: "change.deleted", link: "link.copied" } as const;

function ChangeStatus({ done }: Pick<Conversation["changes"], "done">) {
  const t = useTranslations("messages");
  return (
    <p role="status" className="sr-only">
      <LiveText of={done}>{done === null ? "" : t(SAID[done.what])}</LiveText>
    </p>
  );
}

type RoomMarkProps = Pick<ThreadViewProps, "roomId" | "person" | "unread">;

function useRoomMark({ roomId, person, unread }: RoomMarkProps, rows: Thread["messages"], isInView: boolean): void {
  const { clear } = useRoomActivity();
  useReadMark({
    path: `/api/rooms/${roomId}/read`,
    name: "messageId",
    userId: person.id,
    rows,
    hasUnread: unread.count > 0,
    isInView,
    onMarked: () => clear(roomId),
  });
}

function RoomOutgoing({ sent, talk }: { sent: Outgoing; talk: Conversation }) {
  const t = useTranslations("messages");
  return (
    <OutgoingNote
      outgoing={sent}
      sent={t("sent")}
      problem={t(`problems.${sent.problem ?? "failed"}`)}
      onRetry={() => talk.retry(sent)}
      onEdit={() => talk.edit(sent)}
    />
  );
}

interface TopProps {
  thread: Thread;
  roomId: string;
  canWrite: boolean;
  isSending: boolean;
}

function Top({ thread, roomId, canWrite, isSending }: TopProps) {
  const t = useTranslations("messages");
  const [oldest] = thread.messages;
  if (!oldest && isSending) return null;
  if (!oldest)
    return (
      <div className="py-8">
        <EmptyState icon={MessagesSquare} title={t("empty.title")} text={t(canWrite ? "empty.text" : "empty.guest")} />
      </div>
    );
  return (
    <>
      {canWrite ? (
        <a
          href="#message-body"
          className="sr-only rounded-control bg-accent-solid px-4 py-2 font-medium text-white focus:not-sr-only focus:block focus:w-fit"
        >
          {t("toComposer")}
        </a>
      ) : null}
      {thread.hasOlder ? (
        <OlderMessages
          roomId={roomId}
          oldestId={oldest.id}
          isLoading={thread.isLoadingOlder}
          onWanted={() => void thread.loadOlder()}
        />
      ) : (
        <p className="py-3 text-center text-xs text-ink-3">{t("beginning")}</p>
      )}
    </>
  );
}
