"use client";

import { LoaderCircle } from "lucide-react";
import { useFormatter, useNow, useTranslations } from "next-intl";
import {
  Fragment,
  type ReactNode,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { pathOfRoom } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { useZone } from "@/app/_ui/shown/zone";
import { type Acts, NO_ACTS } from "../changes/changed-message";
import type { ToolsLook } from "../changes/message-tools";
import type { Changes } from "../changes/use-changes";
import type { TextPlace } from "../composer/text-place";
import type { Outgoing } from "../outbox/outbox";
import type { Reactions } from "../reactions/use-reactions";
import { MessageItem } from "./message-item";
import { cutDays, findNearDay, groupMessages, type MessageRow, type SharedMessage } from "./thread-page";
import type { ThreadWindow } from "./window";

interface MessageListProps {
  roomId: string;
  place: TextPlace;
  userId: string;
  messages: readonly SharedMessage[];
  window: ThreadWindow | null;
  firstNewId: string | null;
  /** null for guests, who have read-only access. */
  onReply: ((message: SharedMessage) => void) | null;
  isHere: (userId: string) => boolean;
  changes: Changes;
  reactions: Reactions;
  listActs: (message: SharedMessage) => Acts;
  outgoing: readonly Outgoing[];
  renderOutgoing: (message: Outgoing) => ReactNode;
}

/** Oldest first, grouped by day in the reader's zone. */
export function MessageList(props: MessageListProps) {
  const { messages, window, firstNewId, outgoing } = props;
  const t = useTranslations("messages");
  const format = useFormatter();
  const zone = useZone();
  const isBrowser = useIsBrowser();
  // The server's clock until the page is the browser's.
  const drawnAt = useNow();
  const days = useMemo(() => groupMessages(messages, zone ?? "UTC"), [messages, zone]);
  const shown = useMemo(() => (window ? cutDays(days, window) : days), [days, window]);
  const ids = useMemo(() => new Set(messages.map(({ id }) => id)), [messages]);
  const renderItem = useItems(props, ids);
  return (
    <>
      {shown.map(({ day, rows, hasHeading }) => {
        const date = format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: "full", timeZone: "UTC" });
        const near = zone === null ? null : findNearDay(day, isBrowser ? new Date() : drawnAt, zone);
        const title = near ? t(`days.${near}`, { date }) : date;
        return (
          <section key={day} aria-label={title}>
            {hasHeading ? (
              <h2 className="my-3 flex items-center gap-3 text-xs font-medium text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                {title}
              </h2>
            ) : null}
            <ol aria-label={t("ofDay", { day: title })}>
              {rows.map((row) => (
                <Fragment key={row.message.id}>
                  <Gap heightPx={window?.gapsPx.get(row.message.id)} />
                  {row.message.id === firstNewId ? <NewDivider /> : null}
                  {renderItem(
                    row,
                    outgoing.find(({ draftId }) => draftId === row.message.id),
                  )}
                </Fragment>
              ))}
            </ol>
          </section>
        );
      })}
      {window && window.endPx > 0 ? <div style={{ height: window.endPx }} /> : null}
    </>
  );
}

function Gap({ heightPx }: { heightPx: number | undefined }) {
  return heightPx === undefined ? null : <li aria-hidden style={{ height: heightPx }} />;
}

function useItems(props: MessageListProps, loaded: ReadonlySet<string>) {
  const { onReply, changes, reactions, isHere, listActs, renderOutgoing } = props;
  const tools = useToolsLook();
  const common = {
    roomId: props.roomId,
    place: props.place,
    userId: props.userId,
    changes: changes.handlers,
    reactions: reactions.handlers,
    reactionForm: reactions.form,
    tools,
  };
  return ({ message, isFollowing }: MessageRow, sent: Outgoing | undefined) => {
    const { id, authorId, replyTo } = message;
    const acts = sent ? NO_ACTS : listActs(message);
    const { act } = changes;
    return (
      <MessageItem
        {...common}
        message={message}
        isFollowing={isFollowing}
        isQuoteLoaded={replyTo !== null && loaded.has(replyTo.id)}
        onReply={sent ? null : onReply}
        isAuthorHere={authorId !== null && isHere(authorId)}
        acts={acts}
        act={act?.textId === id && acts.includes(act.kind) ? act : null}
        isSaving={changes.pending.has(id)}
        refusal={reactions.refused?.messageId === id ? reactions.refused.problem : null}
        note={sent ? renderOutgoing(sent) : null}
      />
    );
  };
}

const NARROW = "(width < 40rem)";

function watchWidth(onChange: () => void): () => void {
  const width = matchMedia(NARROW);
  width.addEventListener("change", onChange);
  return () => width.removeEventListener("change", onChange);
}

/** The tools of a page's first messages come after its text, a few at a time. */
function useToolsLook(): ToolsLook {
  const [isReady, setReady] = useState(false);
  useEffect(() => startTransition(() => setReady(true)), []);
  const isNarrow = useSyncExternalStore(
    watchWidth,
    () => matchMedia(NARROW).matches,
    () => false,
  );
  if (!isReady) return "static";
  return isNarrow ? "sheet" : "wide";
}

function NewDivider() {
  const t = useTranslations("messages.new");
  return (
    <li
      data-new
      className="my-2 flex items-center gap-3 text-xs font-semibold text-accent before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent"
    >
      {t("divider")}
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
