"use client";

import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { pathOfRoom } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { LiveText } from "@/app/_ui/shown/live-text";
import type { SharedMessage } from "./thread-page";
import type { useReadingPlace } from "./use-reading-place";
import type { Thread } from "./use-thread";

interface ArrivalsProps {
  thread: Thread;
  roomId: string;
  userId: string;
  place: ReturnType<typeof useReadingPlace>;
  reveal: (messageId: string) => void;
}

/** Announces messages that arrived while the reader was further up. Nothing scrolls by itself. */
export function Arrivals({ thread, roomId, userId, place, reveal }: ArrivalsProps) {
  const t = useTranslations("messages");
  const { unread, batch, latest } = useArrivals(thread.messages, userId, place.isAtEnd);
  const [only] = latest;
  const goToUnread = (): void => {
    const first = unread[0]?.id;
    place.goToEnd();
    if (first) reveal(first);
    if (first) document.getElementById(first)?.focus({ preventScroll: true });
  };
  return (
    <div className="relative">
      <p role="status" className="sr-only">
        <LiveText of={batch}>
          {only && latest.length === 1
            ? t("arrived", { name: only.author ?? t("someone"), text: only.body.slice(0, 200) })
            : latest.length > 1
              ? t("arrivedMany", { count: latest.length })
              : ""}
        </LiveText>
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

function useArrivals(messages: readonly SharedMessage[], userId: string, isAtEnd: boolean) {
  const [unread, setUnread] = useState<readonly SharedMessage[]>([]);
  /** The latest batch, to be announced. */
  const [batch, setBatch] = useState<readonly SharedMessage[]>([]);
  const known = useRef<readonly SharedMessage[]>(messages);
  useEffect(() => {
    const ids = new Set(known.current.map(({ id }) => id));
    const firstId = known.current[0]?.id ?? "";
    known.current = messages;
    const arrived = messages.filter(({ id, authorId }) => id > firstId && !ids.has(id) && authorId !== userId);
    if (arrived.length === 0) return;
    setBatch(arrived);
    setUnread((before) => [...before, ...arrived]);
  }, [messages, userId]);
  if (isAtEnd && unread.length > 0) setUnread([]);
  // Nothing of a message that was deleted since is said or counted.
  const shown = new Set(messages.flatMap(({ id, isDeleted }) => (isDeleted ? [] : id)));
  const isShown = ({ id }: SharedMessage) => shown.has(id);
  return { unread: unread.filter(isShown), batch, latest: batch.filter(isShown) };
}
