"use client";

import { CornerUpLeft, LoaderCircle, Reply } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { Avatar } from "@/app/_ui/avatar";
import { LinkButton } from "@/app/_ui/button";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Time } from "@/app/_ui/time";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { pathOfMessage, pathOfRoom } from "@/app/rooms/_frame/paths";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import type { QuotedMessage } from "@/lib/messages/thread";
import { AttachmentList } from "../_files/attachment-list";
import { findLinks } from "./find-links";
import { groupMessages } from "./group-messages";
import type { Outgoing } from "./outbox";
import type { SharedMessage } from "./thread-page";

interface MessageListProps {
  roomId: string;
  messages: readonly SharedMessage[];
  /** The first that was new when the page was opened. */
  firstNewId: string | null;
  /** null for guests, who have read-only access. */
  onReply: ((message: SharedMessage) => void) | null;
  /** Those of the messages that are not posted yet. */
  outgoing: readonly Outgoing[];
  renderOutgoing: (message: Outgoing) => ReactNode;
}

/** Oldest first, grouped by day: in UTC on the server, in the reader's zone once the browser takes over. */
export function MessageList({ roomId, messages, firstNewId, onReply, outgoing, renderOutgoing }: MessageListProps) {
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
          {ofDay.map((message) => {
            const sent = outgoing.find(({ draftId }) => draftId === message.id);
            return (
              <Fragment key={message.id}>
                {message.id === firstNewId ? <NewDivider /> : null}
                <MessageItem
                  roomId={roomId}
                  message={message}
                  isLoaded={(id) => ids.has(id)}
                  onReply={sent ? null : onReply}
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

interface MessageItemProps extends Pick<MessageListProps, "roomId" | "onReply"> {
  message: SharedMessage & { isFollowing: boolean };
  /** Whether the original of a quote is on this page. */
  isLoaded: (messageId: string) => boolean;
  /** Below the text. */
  note: ReactNode;
}

function MessageItem({ roomId, message, isLoaded, onReply, note }: MessageItemProps) {
  const t = useTranslations("messages");
  const author = message.author ?? t("someone");
  const { isFollowing, replyTo } = message;
  return (
    <li
      id={message.id}
      tabIndex={-1}
      className={mergeClasses(
        "group relative flex scroll-mt-24 gap-2.5 rounded-control px-2 py-1 outline-offset-0 target:bg-accent-soft hover:bg-muted/60 focus-within:bg-muted/60",
        isFollowing ? "" : "mt-2.5",
      )}
    >
      <div className="w-7 shrink-0 pt-0.5">{isFollowing ? null : <Avatar name={author} />}</div>
      <div className="min-w-0 flex-1">
        <p className={isFollowing ? "sr-only" : "flex flex-wrap items-baseline gap-x-2"}>
          <span className="font-semibold break-words">{author}</span>
          <span className="text-xs text-ink-3">
            <Time value={message.createdAt} style="time" />
          </span>
          <ViaMark via={message.via} />
        </p>
        {replyTo ? <Quote roomId={roomId} quoted={replyTo} isLoaded={isLoaded(replyTo.id)} /> : null}
        <MessageBody body={message.body} />
        <AttachmentList files={message.files} label={t("attachments")} />
        {note}
      </div>
      {onReply ? (
        <Link
          href={`${pathOfRoom(roomId)}?reply=${message.id}`}
          prefetch={false}
          onClick={(event) => {
            event.preventDefault();
            onReply(message);
          }}
          aria-label={t("replyTo", { name: author })}
          title={t("reply")}
          className="absolute -top-2 right-1.5 grid size-7 place-items-center rounded-control border border-line bg-raised text-ink-2 hover:text-ink focus-visible:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover:opacity-100 [@media(hover:hover)]:group-focus-within:opacity-100"
        >
          <Reply aria-hidden className="size-4" />
        </Link>
      ) : null}
    </li>
  );
}

function Quote({ roomId, quoted, isLoaded }: { roomId: string; quoted: QuotedMessage; isLoaded: boolean }) {
  const t = useTranslations("messages");
  return (
    <a
      href={isLoaded ? `#${quoted.id}` : pathOfMessage(roomId, quoted.id)}
      className="mb-0.5 flex min-h-6 max-w-full min-w-0 items-center gap-1.5 border-l-2 border-line-strong pl-2 text-dense text-ink-2 hover:text-ink"
    >
      <CornerUpLeft aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">{t("inReplyTo")}</span>
      <span className="shrink-0 font-medium">{quoted.author ?? t("someone")}</span>
      <span className="truncate">{quoted.excerpt}</span>
    </a>
  );
}

/** Plain text as it was written, with URLs as links. */
function MessageBody({ body }: { body: string }) {
  return (
    <p dir="auto" className="max-w-[48rem] break-words whitespace-pre-wrap">
      {findLinks(body).map((part, n) =>
        part.kind === "text" ? (
          part.text
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
            key={n}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline underline-offset-2 [overflow-wrap:anywhere]"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
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
