"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { pathOfMessage } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { markRoomRead } from "@/app/rooms/actions";
import type { Unread } from "@/lib/messages/thread";
import { UNREAD_COUNTED_MAX } from "@/lib/platform/page-limits";
import type { SharedMessage } from "./thread-page";

interface UnreadBarProps {
  roomId: string;
  unread: Unread;
  messages: readonly SharedMessage[];
  isLoaded: boolean;
}

/** Pages without JavaScript mark here, because opening a page changes nothing. */
export function UnreadBar({ roomId, unread, messages, isLoaded }: UnreadBarProps) {
  const t = useTranslations("messages.new");
  const { firstId, count } = unread;
  const isAway = useIsAway(firstId, isLoaded);
  if (firstId === null) return null;
  return (
    <div
      className={joinClasses(
        "mt-3 flex-wrap items-center justify-between gap-2 rounded-control bg-accent-soft px-3 py-1.5 text-dense",
        isAway ? "flex" : "hidden noscript:flex",
      )}
    >
      <p>{count >= UNREAD_COUNTED_MAX ? t("countMany") : t("count", { count })}</p>
      <span className="flex flex-wrap gap-2">
        <LinkButton size="small" href={isLoaded ? `#${firstId}` : pathOfMessage(roomId, firstId)}>
          <ArrowUp aria-hidden />
          {t("first")}
        </LinkButton>
        <form action={markRoomRead} className="hidden noscript:block">
          <input type="hidden" name="roomId" value={roomId} />
          <input type="hidden" name="messageId" value={messages.at(-1)?.id} />
          <input type="hidden" name="firstId" value={messages[0]?.id} />
          <Button type="submit" size="small">
            {t("markRead")}
          </Button>
        </form>
      </span>
    </div>
  );
}

function useIsAway(messageId: string | null, isLoaded: boolean): boolean {
  const isBrowser = useIsBrowser();
  const [isSeen, setSeen] = useState<boolean | null>(null);
  useEffect(() => {
    void isLoaded;
    const element = messageId === null ? null : document.getElementById(messageId);
    if (!element) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        setSeen(true);
        watch.disconnect();
      } else setSeen(false);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [messageId, isLoaded]);
  return isBrowser && (isSeen === false || (isSeen === null && !isLoaded));
}
