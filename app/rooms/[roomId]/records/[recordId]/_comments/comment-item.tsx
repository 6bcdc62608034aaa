"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { pathOfComment } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Avatar } from "@/app/_ui/shown/avatar";
import { Time } from "@/app/_ui/shown/time";
import { isMentioned } from "@/lib/mentions/mention";
import type { SharedComment } from "@/lib/records/comments-query";
import { ChangeForm } from "../../../_messages/changes/change-form";
import type { TextAct } from "../../../_messages/changes/changed-message";
import type { Changes } from "../../../_messages/changes/use-changes";
import type { TextPlace } from "../../../_messages/composer/text-place";
import type { Outgoing, Person } from "../../../_messages/outbox/outbox";
import type { WithContent } from "../../../_messages/text/use-content";
import { MessageBody } from "../../../_messages/thread/message-body";

export interface ShownComment extends SharedComment, Pick<WithContent, "content"> {}

interface CommentItemProps {
  place: TextPlace;
  recordId: string;
  userId: string;
  comment: ShownComment;
  acts: readonly TextAct[];
  changes: Changes;
}

export function CommentItem({ place, recordId, userId, comment, acts, changes }: CommentItemProps) {
  const t = useTranslations("recordComments");
  const author = comment.author ?? t("someone");
  const { act, pending } = changes;
  const change = act?.textId === comment.id && act.kind !== "react" && acts.includes(act.kind) ? act : null;
  const changed = pending.get(comment.id);
  return (
    <Item
      id={comment.id}
      author={{ id: comment.authorId, name: author }}
      isMarked={isMentioned(comment.mentions, userId, comment.authorId)}
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{author}</span>
        <a href={`#${comment.id}`} className="text-xs text-ink-3 hover:text-ink hover:underline">
          <Time value={comment.createdAt} />
        </a>
      </p>
      {change ? (
        <ChangeForm
          // A refused change comes back with its own text.
          key={`${change.kind} ${change.problem ?? ""}`}
          place={place}
          text={comment}
          confirm={t("change.confirm")}
          act={change}
          changes={changes.handlers}
        />
      ) : (
        <MessageBody
          message={changed === undefined ? comment : { ...comment, body: changed ?? "", content: undefined }}
          userId={userId}
          isSaving={changed !== undefined}
        />
      )}
      {change || changed !== undefined || acts.length === 0 ? null : (
        <p className="-ms-1.5 mt-0.5 flex gap-1">
          {acts.map((kind) => (
            <Link
              key={kind}
              href={pathOfComment(place.roomId, recordId, comment.id, kind)}
              prefetch={false}
              scroll={false}
              onClick={(event) => {
                event.preventDefault();
                changes.handlers.begin(kind, comment.id);
              }}
              aria-label={t(`of.${kind}`, { name: author })}
              className={joinClasses(
                "inline-flex min-h-6 items-center rounded-control px-1.5 text-xs text-ink-2 hover:bg-muted pointer-coarse:min-h-11 pointer-coarse:px-3",
                kind === "delete" ? "hover:text-bad" : "hover:text-ink",
              )}
            >
              {place.words[kind]}
            </Link>
          ))}
        </p>
      )}
    </Item>
  );
}

export function OutgoingItem({ sent, person, note }: { sent: Outgoing; person: Person; note: ReactNode }) {
  return (
    <Item id={sent.draftId} author={person} isMarked={false}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{person.name}</span>
        <span className="text-xs text-ink-3">
          <Time value={sent.sentAt} />
        </span>
      </p>
      <MessageBody message={{ body: sent.body, editedAt: null, mentions: [] }} userId={person.id} isSaving={false} />
      {note}
    </Item>
  );
}

interface ItemProps {
  id: string;
  author: { id: string | null; name: string };
  isMarked: boolean;
  children: ReactNode;
}

function Item({ id, author, isMarked, children }: ItemProps) {
  return (
    <li
      id={id}
      tabIndex={-1}
      className={joinClasses(
        "flex scroll-mt-24 gap-2.5 rounded-control px-2 py-1.5 outline-offset-0 target:bg-accent-soft",
        isMarked && "shadow-[inset_2px_0_0_var(--accent-solid)]",
      )}
    >
      <Avatar name={author.name} id={author.id} className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
