"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { groupMessages } from "./group-messages";
import { MessageItem } from "./message-item";
import type { SharedMessage } from "./thread-page";

interface MessageListProps {
  roomId: string;
  messages: readonly SharedMessage[];
  onReply: ((message: SharedMessage) => void) | null;
}

/** Oldest first, grouped by day: in UTC on the server, in the reader's zone once the browser takes over. */
export function MessageList({ roomId, messages, onReply }: MessageListProps) {
  const t = useTranslations("messages");
  const format = useFormatter();
  const timeZone = useIsBrowser() ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
  const ids = new Set(messages.map(({ id }) => id));
  return groupMessages(messages, timeZone).map(({ day, messages: ofDay }) => {
    const title = format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: "full", timeZone: "UTC" });
    return (
      <section key={day} aria-label={title}>
        <h2 className="my-3 flex items-center gap-3 text-xs font-medium text-ink-3">
          <span aria-hidden className="h-px flex-1 bg-line" />
          {title}
          <span aria-hidden className="h-px flex-1 bg-line" />
        </h2>
        <ol aria-label={t("ofDay", { day: title })}>
          {ofDay.map((message) => (
            <MessageItem
              key={message.id}
              roomId={roomId}
              message={message}
              isLoaded={(id) => ids.has(id)}
              onReply={onReply}
            />
          ))}
        </ol>
      </section>
    );
  });
}
