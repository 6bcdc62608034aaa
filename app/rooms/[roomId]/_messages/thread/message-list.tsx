"use client";

import { LoaderCircle } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { pathOfRoom } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import type { MessageAct } from "../changes/changed-message";
import type { Changes } from "../changes/use-changes";
import type { TextPlace } from "../composer/text-place";
import type { Outgoing } from "../outbox/outbox";
import type { Reactions } from "../reactions/use-reactions";
import { MessageItem } from "./message-item";
import type { SharedMessage } from "./thread-page";
import { findNearDay, groupMessages } from "./thread-page";

interface MessageListProps {
  roomId: string;
  place: TextPlace;
  userId: string;
  messages: readonly SharedMessage[];
  firstNewId: string | null;
  /** null for guests, who have read-only access. */
  onReply: ((message: SharedMessage) => void) | null;
  isHere: (userId: string) => boolean;
  changes: Changes;
  reactions: Reactions;
  listActs: (message: SharedMessage) => readonly MessageAct["kind"][];
  outgoing: readonly Outgoing[];
  renderOutgoing: (message: Outgoing) => ReactNode;
}

/** Oldest first, grouped by day: in UTC on the server, in the reader's zone once the browser takes over. */
export function MessageList(props: MessageListProps) {
  const { roomId, messages, firstNewId, onReply, isHere, changes, reactions, listActs, outgoing, renderOutgoing } =
    props;
  const t = useTranslations("messages");
  const format = useFormatter();
  const isBrowser = useIsBrowser();
  const timeZone = isBrowser ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
  const ids = new Set(messages.map(({ id }) => id));
  return groupMessages(messages, timeZone).map(({ day, messages: ofDay }) => {
    const date = format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: "full", timeZone: "UTC" });
    const near = isBrowser ? findNearDay(day, new Date(), timeZone) : null;
    const title = near ? t(`days.${near}`, { date }) : date;
    return (
      <section key={day} aria-label={title}>
        <h2 className="my-3 flex items-center gap-3 text-xs font-medium text-ink-3">
          <span aria-hidden className="h-px flex-1 bg-line" />
          {title}
          <span aria-hidden className="h-px flex-1 bg-line" />
        </h2>
        <ol aria-label={t("ofDay", { day: title })}>
          {ofDay.map((message) => {
            const sent = outgoing.find(({ draftId }) => draftId === message.id);
            return (
              <Fragment key={message.id}>
                {message.id === firstNewId ? <NewDivider /> : null}
                <MessageItem
                  roomId={roomId}
                  place={props.place}
                  userId={props.userId}
                  message={message}
                  isLoaded={(id) => ids.has(id)}
                  onReply={sent ? null : onReply}
                  isAuthorHere={message.authorId !== null && isHere(message.authorId)}
                  changes={changes}
                  reactions={reactions}
                  acts={sent ? [] : listActs(message)}
                  note={sent ? renderOutgoing(sent) : null}
                />
              </Fragment>
            );
          })}
        </ol>
      </section>
    );
  });
}

function NewDivider() {
  const t = useTranslations("messages.new");
  return (
    <li data-new className="my-2 flex items-center gap-3 text-xs font-semibold text-accent">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      {t("divider")}
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </li>
  );
}

interface OlderMessagesProps {
  roomId: string;
  oldestId: string;
  isLoading: boolean;
  onWanted: () => void;
}

/** Loads older messages when scrolled into view. Keyboards get a button, pages without JavaScript a link. */
export function OlderMessages({ roomId, oldestId, isLoading, onWanted }: OlderMessagesProps) {
  const t = useTranslations("messages");
  const line = useRef<HTMLDivElement>(null);
  const wanted = useRef(onWanted);
  useEffect(() => {
    wanted.current = onWanted;
  });
  useEffect(() => {
    if (!line.current) return;
    // Loading may leave the sentinel in view, so it is observed again for each oldest message.
    void oldestId;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) wanted.current();
    });
    watch.observe(line.current);
    return () => watch.disconnect();
  }, [oldestId]);
  return (
    <div ref={line} className="flex justify-center py-2">
      <LinkButton
        size="small"
        href={`${pathOfRoom(roomId)}?before=${oldestId}`}
        prefetch={false}
        onClick={(event) => {
          event.preventDefault();
          onWanted();
        }}
        aria-disabled={isLoading}
      >
        {isLoading ? <LoaderCircle aria-hidden className="animate-spin motion-reduce:hidden" /> : null}
        {t("older")}
      </LinkButton>
    </div>
  );
}
