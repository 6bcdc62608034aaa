"use client";

import { MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useRef, useState } from "react";
import { pathOfRecord } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { LiveText } from "@/app/_ui/shown/live-text";
import { useRoomActivity } from "@/app/rooms/_frame/room-activity";
import { useReadMark } from "@/app/rooms/_live/use-read-mark";
import type { CommentCount, CommentPage } from "@/lib/records/comments-query";
import { listActs, type TextAct, type TextChange } from "../../../_messages/changes/changed-message";
import type { Outgoing, Person } from "../../../_messages/outbox/outbox";
import { OutgoingNote } from "../../../_messages/outbox/outgoing-note";
import { markShownComments } from "./actions";
import { CommentComposer } from "./comment-composer";
import { CommentItem, OutgoingItem } from "./comment-item";
import { type Comments, useComments, useExplainPost } from "./use-comments";
import { useIsInView, useTargetInView } from "./use-in-view";

interface CommentThreadProps {
  roomId: string;
  recordId: string;
  person: Person;
  canWrite: boolean;
  /** False for guests, and once the record is archived. */
  canComment: boolean;
  canModerate: boolean;
  page: CommentPage;
  unread: CommentCount;
  initialAct: TextChange | null;
  targetId: string;
}

/** The comments on a record, and the field for the next one. */
export function CommentThread(props: CommentThreadProps) {
  const { roomId, recordId, canComment, page, targetId } = props;
  const t = useTranslations("recordComments");
  const field = useRef<HTMLTextAreaElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const talk = useComments({ ...props, fieldRef: field, titleRef: title });
  const { place, draft, outbox, changes } = talk;
  // A refresh must not move the divider.
  const [unread] = useState(props.unread);
  const { recount } = useRoomActivity();
  const isInView = useIsInView(page.comments.at(-1)?.id ?? "");
  useReadMark({
    path: `/api/rooms/${roomId}/records/${recordId}/read`,
    name: "commentId",
    userId: props.person.id,
    rows: page.comments,
    hasUnread: unread.unread > 0,
    isInView,
    onMarked: recount,
  });
  useTargetInView(targetId);
  return (
    <section aria-labelledby="comments" className="card min-w-0">
      <h2
        ref={title}
        id="comments"
        tabIndex={-1}
        className="flex scroll-mt-6 items-center gap-2 border-b border-line px-5 py-3 font-semibold outline-offset-0"
      >
        <MessageSquareText aria-hidden className="size-4 text-ink-3" />
        {t("title")}
      </h2>
      <div className="grid grid-cols-1 gap-3 px-3 py-4">
        {page.hasOlder ? (
          <WayOn href={pathOfRecord(roomId, recordId, `?before=${page.comments[0]?.id}#comments`)}>{t("older")}</WayOn>
        ) : null}
        <CommentList {...props} firstNewId={unread.firstId} talk={talk} />
        {props.unread.unread > 0 ? <MarkRead {...props} /> : null}
        {page.hasNewer ? <WayOn href={pathOfRecord(roomId, recordId, "#comments")}>{t("newest")}</WayOn> : null}
        <p role="status" className="sr-only">
          {changes.done === null || changes.done.what === "link"
            ? ""
            : t(changes.done.what === "edit" ? "change.edited" : "change.deleted")}
        </p>
        <Arrived page={page} userId={props.person.id} />
        {canComment ? (
          <CommentComposer place={place} fieldRef={field} draft={draft} outbox={outbox} onEditLast={talk.editLast} />
        ) : null}
        {props.canWrite && !canComment ? <p className="px-2 text-dense text-ink-2">{t("archived")}</p> : null}
      </div>
    </section>
  );
}

function WayOn({ href, children }: { href: string; children: string }) {
  return (
    <p className="px-2">
      <LinkButton size="small" href={href}>
        {children}
      </LinkButton>
    </p>
  );
}

interface CommentListProps extends CommentThreadProps {
  firstNewId: string | null;
  talk: Comments;
}

function CommentList({ talk, firstNewId, ...props }: CommentListProps) {
  const { recordId, person, canComment } = props;
  const t = useTranslations("recordComments");
  const { outgoing } = talk.outbox;
  if (talk.shown.length + outgoing.length === 0)
    return <p className="px-2 text-dense text-ink-2 text-pretty">{t(canComment ? "empty" : "none")}</p>;
  const reader = { ...props, userId: person.id };
  const acts = (authorId: string | null): TextAct[] =>
    listActs(reader, { authorId, isDeleted: false }).filter(
      (kind): kind is TextAct => kind === "delete" || (kind === "edit" && canComment),
    );
  return (
    <ol aria-label={t("list")} className="grid grid-cols-1 gap-2">
      {talk.shown.map((comment) => (
        <Fragment key={comment.id}>
          {comment.id === firstNewId ? <NewDivider /> : null}
          <CommentItem
            place={talk.place}
            recordId={recordId}
            userId={person.id}
            comment={comment}
            acts={acts(comment.authorId)}
            changes={talk.changes}
          />
        </Fragment>
      ))}
      {outgoing.map((sent) => (
        <OutgoingItem key={sent.draftId} sent={sent} person={person} note={<SentNote sent={sent} talk={talk} />} />
      ))}
    </ol>
  );
}

function NewDivider() {
  const t = useTranslations("recordComments.new");
  return (
    <li data-new className="flex items-center gap-3 px-2 text-xs font-semibold text-accent">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      {t("divider")}
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </li>
  );
}

/** Pages without JavaScript mark here, because looking at a page is no request to change anything. */
function MarkRead({ roomId, recordId, page: { comments } }: CommentThreadProps) {
  const t = useTranslations("recordComments.new");
  const shown = { roomId, recordId, commentId: comments.at(-1)?.id, firstId: comments[0]?.id };
  return (
    <form action={markShownComments} className="hidden px-2 noscript:block">
      {Object.entries(shown).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" size="small">
        {t("markRead")}
      </Button>
    </form>
  );
}

function SentNote({ sent, talk }: { sent: Outgoing; talk: Comments }) {
  const t = useTranslations("recordComments");
  const explain = useExplainPost();
  return (
    <OutgoingNote
      outgoing={sent}
      sent={t("sent")}
      problem={explain(sent.problem ?? "failed")}
      onRetry={() => talk.retry(sent)}
      onEdit={() => talk.edit(sent)}
    />
  );
}

function Arrived({ page: { comments }, userId }: { page: CommentPage; userId: string }) {
  const t = useTranslations("recordComments");
  const last = comments.at(-1);
  const [knownId, setKnownId] = useState(last?.id ?? "");
  const [name, setName] = useState<string | null>(null);
  if (last && last.id > knownId) {
    setKnownId(last.id);
    setName(last.authorId === userId ? null : (last.author ?? t("someone")));
  }
  return (
    <p role="status" className="sr-only">
      <LiveText of={knownId}>{name === null ? "" : t("arrived", { name })}</LiveText>
    </p>
  );
}
