"use client";

import { ArrowDown, MessagesSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { pathOfRoom } from "@/app/rooms/_frame/paths";
import type { QuotedMessage } from "@/lib/messages/thread";
import { useFileDrop } from "../_files/use-file-drop";
import { useUploads } from "../_files/use-uploads";
import { Composer } from "./composer";
import { MessageList, OlderMessages } from "./message-list";
import type { SharedMessage, ThreadPage } from "./thread-page";
import { useReply } from "./use-draft";
import { useReadingPlace } from "./use-reading-place";
import { type Thread, useThread } from "./use-thread";

interface ThreadViewProps {
  roomId: string;
  userId: string;
  canWrite: boolean;
  initial: ThreadPage;
  initialReply: QuotedMessage | null;
  /** The message that the address points to. */
  targetId: string;
}

export function ThreadView({ roomId, userId, canWrite, initial, initialReply, targetId }: ThreadViewProps) {
  const t = useTranslations("messages");
  const thread = useThread(roomId, initial);
  const draftKey = `svc.draft.${userId}.${roomId}`;
  const [reply, setReply] = useReply(`${draftKey}.reply`, initialReply);
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploads(roomId, () => void thread.loadNewest());
  const place = useReadingPlace(box, thread.messages);
  const drop = useFileDrop((files) => {
    uploads.add(files);
    field.current?.focus();
  });
  useEffect(() => {
    if (targetId) document.getElementById(targetId)?.scrollIntoView({ block: "center" });
  }, [targetId]);

  function startReply({ id, author, body }: SharedMessage): void {
    setReply({ id, author, excerpt: body.slice(0, 160) });
    field.current?.focus();
  }

  async function show(messageId: string, fileKeys: readonly number[]): Promise<void> {
    uploads.aim(fileKeys, { messageId });
    setReply(null);
    await thread.loadNewest();
    place.goToEnd();
  }

  return (
    <div
      data-fill
      {...(canWrite ? drop.handlers : {})}
      className={mergeClasses(
        "relative flex min-h-80 flex-1 flex-col rounded-card",
        drop.isOver && "outline-2 outline-accent outline-dashed",
      )}
    >
      <section
        ref={box}
        aria-label={t("thread")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className="-mx-2 flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-2 [overflow-anchor:none]"
      >
        <div className="mt-0 mb-auto pb-2">
          <Top thread={thread} roomId={roomId} canWrite={canWrite} />
          <MessageList roomId={roomId} messages={thread.messages} onReply={canWrite ? startReply : null} />
        </div>
      </section>
      <Arrivals thread={thread} roomId={roomId} userId={userId} place={place} />
      {canWrite ? (
        <Composer
          roomId={roomId}
          draftKey={draftKey}
          fieldRef={field}
          uploads={uploads}
          reply={reply}
          onReplyEnd={() => setReply(null)}
          onPosted={(messageId, fileKeys) => void show(messageId, fileKeys)}
        />
      ) : null}
    </div>
  );
}

function Top({ thread, roomId, canWrite }: { thread: Thread; roomId: string; canWrite: boolean }) {
  const t = useTranslations("messages");
  const [oldest] = thread.messages;
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

interface ArrivalsProps {
  thread: Thread;
  roomId: string;
  userId: string;
  place: ReturnType<typeof useReadingPlace>;
}

/** Announces messages that arrived while the reader was further up. Nothing scrolls by itself. */
function Arrivals({ thread, roomId, userId, place }: ArrivalsProps) {
  const t = useTranslations("messages");
  const { unread, latest } = useArrivals(thread.messages, userId, place.isAtEnd);
  const [only] = latest;
  const goToUnread = (): void => {
    const first = unread[0]?.id;
    place.goToEnd();
    if (first) document.getElementById(first)?.focus({ preventScroll: true });
  };
  return (
    <div className="relative">
      <p role="status" className="sr-only">
        {only && latest.length === 1
          ? t("arrived", { name: only.author ?? t("someone"), text: only.body.slice(0, 200) })
          : latest.length > 1
            ? t("arrivedMany", { count: latest.length })
            : ""}
        {thread.isBroken ? t("broken") : ""}
      </p>
      <div className="absolute bottom-1 left-1/2 z-10 -translate-x-1/2">
        {thread.hasNewer ? (
          <LinkButton look={thread.isBehind ? "primary" : "plain"} size="small" href={pathOfRoom(roomId)} replace>
            <ArrowDown aria-hidden />
            {t(thread.isBehind ? "newBelow" : "toNewest")}
          </LinkButton>
        ) : place.isAtEnd || unread.length === 0 ? null : (
          <Button look="primary" size="small" onClick={goToUnread}>
            <ArrowDown aria-hidden />
            {t("unread", { count: unread.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Messages from other people since the page was opened. Older messages that are loaded do not count. */
function useArrivals(messages: readonly SharedMessage[], userId: string, isAtEnd: boolean) {
  /** Since the end was last in view. */
  const [unread, setUnread] = useState<readonly SharedMessage[]>([]);
  /** The latest batch, to be announced. */
  const [latest, setLatest] = useState<readonly SharedMessage[]>([]);
  const known = useRef<readonly SharedMessage[]>(messages);
  useEffect(() => {
    const ids = new Set(known.current.map(({ id }) => id));
    const firstId = known.current[0]?.id ?? "";
    known.current = messages;
    const arrived = messages.filter(({ id, authorId }) => id > firstId && !ids.has(id) && authorId !== userId);
    if (arrived.length === 0) return;
    setLatest(arrived);
    setUnread((before) => [...before, ...arrived]);
  }, [messages, userId]);
  if (isAtEnd && unread.length > 0) setUnread([]);
  return { unread, latest };
}
