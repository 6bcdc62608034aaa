"use client";

import { CornerUpLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { pathOfMessage } from "@/app/_links";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { Avatar } from "@/app/_ui/shown/avatar";
import { Time } from "@/app/_ui/shown/time";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import { isMentioned } from "@/lib/mentions/mention";
import { writePlainLine } from "@/lib/messages/plain-line";
import type { QuotedMessage } from "@/lib/messages/thread";
import { AttachmentList } from "../../_files/attachment-list";
import { ChangeForm } from "../changes/change-form";
import type { MessageAct } from "../changes/changed-message";
import { MessageTools } from "../changes/message-tools";
import type { Changes } from "../changes/use-changes";
import type { TextPlace } from "../composer/text-place";
import { MessageReactions } from "../reactions/message-reactions";
import type { Reactions } from "../reactions/use-reactions";
import { MessageBody } from "./message-body";
import type { SharedMessage } from "./thread-page";

interface MessageItemProps {
  roomId: string;
  place: TextPlace;
  userId: string;
  /** null for guests, who have read-only access. */
  onReply: ((message: SharedMessage) => void) | null;
  isAuthorHere: boolean;
  changes: Changes;
  reactions: Reactions;
  acts: readonly MessageAct["kind"][];
  message: SharedMessage & { isFollowing: boolean };
  isLoaded: (messageId: string) => boolean;
  note: ReactNode;
}

export function MessageItem(props: MessageItemProps) {
  const { roomId, place, message, isLoaded, onReply, changes, reactions, acts, note } = props;
  const t = useTranslations("messages");
  const author = message.author ?? t("someone");
  const { isFollowing, replyTo, isDeleted } = message;
  const isMarked = isMentioned(message.mentions, props.userId, message.authorId);
  const act = changes.act?.textId === message.id && acts.includes(changes.act.kind) ? changes.act : null;
  return (
    <li
      id={message.id}
      tabIndex={-1}
      className={mergeClasses(
        "group relative flex scroll-mt-24 gap-2.5 rounded-control px-2 py-1 outline-offset-0 target:bg-accent-soft hover:bg-muted/60 focus-within:bg-muted/60",
        isFollowing ? "pointer-coarse:min-h-9" : "mt-2.5",
        isMarked && "shadow-[inset_2px_0_0_var(--accent-solid)]",
      )}
    >
      <div className="w-7 shrink-0 pt-0.5">
        {isFollowing ? null : <Avatar name={author} id={message.authorId} isHere={props.isAuthorHere} />}
      </div>
      <div className="min-w-0 flex-1">
        <p className={isFollowing ? "sr-only" : "flex flex-wrap items-baseline gap-x-2"}>
          <span className="font-semibold">{author}</span>
          <span className="text-xs text-ink-3">
            <Time value={message.createdAt} style="time" />
          </span>
          <ViaMark via={message.via} />
        </p>
        {replyTo ? <Quote roomId={roomId} quoted={replyTo} isLoaded={isLoaded(replyTo.id)} /> : null}
        {act && act.kind !== "react" ? (
          // A refused change comes back with its own text.
          <ChangeForm
            key={`${act.kind} ${act.problem ?? ""}`}
            place={place}
            text={message}
            confirm={t(message.files.length > 0 ? "change.confirmWithFiles" : "change.confirm")}
            act={act}
            changes={changes}
          />
        ) : isDeleted ? (
          <p className="text-ink-3 italic">{t("deleted")}</p>
        ) : (
          <MessageBody message={message} userId={props.userId} isSaving={changes.pending.has(message.id)} />
        )}
        <AttachmentList files={message.files} label={t("attachments")} />
        {isDeleted ? null : (
          <MessageReactions
            roomId={roomId}
            message={message}
            canReact={acts.includes("react")}
            reactions={reactions}
            isPicking={act?.kind === "react"}
            onPicked={changes.cancel}
          />
        )}
        {note}
      </div>
      {onReply && !isDeleted && !act ? (
        <MessageTools
          roomId={roomId}
          message={message}
          author={author}
          onReply={onReply}
          acts={acts}
          changes={changes}
          reactions={reactions}
        />
      ) : null}
    </li>
  );
}

function Quote({ roomId, quoted, isLoaded }: { roomId: string; quoted: QuotedMessage; isLoaded: boolean }) {
  const t = useTranslations("messages");
  return (
    <a
      href={isLoaded ? `#${quoted.id}` : pathOfMessage(roomId, quoted.id)}
      className="mb-0.5 flex min-h-6 max-w-full min-w-0 items-center gap-1.5 border-s-2 border-line-strong ps-2 text-dense text-ink-2 hover:text-ink"
    >
      <CornerUpLeft aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">{t("inReplyTo")}</span>
      <span className="shrink-0 font-medium">{quoted.author ?? t("someone")}</span>
      <span className={mergeClasses("truncate", quoted.isDeleted && "italic")}>
        {quoted.isDeleted ? t("deleted") : writePlainLine(quoted.excerpt)}
      </span>
    </a>
  );
}
