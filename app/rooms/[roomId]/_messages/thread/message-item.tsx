"use client";

import { CornerUpLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { pathOfMessage } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Avatar } from "@/app/_ui/shown/avatar";
import { Time } from "@/app/_ui/shown/time";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import { isMentioned } from "@/lib/mentions/mention";
import { writePlainLine } from "@/lib/messages/plain-line";
import type { QuotedMessage } from "@/lib/messages/thread";
import { AttachmentList } from "../../_files/attachment-list";
import { ChangeForm } from "../changes/change-form";
import type { Acts, ChangeProblem, MessageAct } from "../changes/changed-message";
import { MessageTools, type ToolsLook } from "../changes/message-tools";
import type { ChangeHandlers } from "../changes/use-changes";
import type { TextPlace } from "../composer/text-place";
import { MessageReactions } from "../reactions/message-reactions";
import type { ReactionHandlers } from "../reactions/use-reactions";
import { MessageBody } from "./message-body";
import type { SharedMessage } from "./thread-page";

/** Nothing here differs between two renderings of a message that has not changed, so that it is not rendered again. */
interface MessageItemProps {
  roomId: string;
  place: TextPlace;
  userId: string;
  /** null for guests, who have read-only access. */
  onReply: ((message: SharedMessage) => void) | null;
  isAuthorHere: boolean;
  changes: ChangeHandlers;
  reactions: ReactionHandlers;
  reactionForm: ReactNode;
  refusal: ChangeProblem | null;
  acts: Acts;
  act: MessageAct | null;
  isSaving: boolean;
  tools: ToolsLook;
  message: SharedMessage;
  isFollowing: boolean;
  isQuoteLoaded: boolean;
  note: ReactNode;
}

export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { roomId, place, message, isFollowing, onReply, changes, reactions, acts, act } = props;
  const t = useTranslations("messages");
  const author = message.author ?? t("someone");
  const { replyTo, isDeleted } = message;
  const isMarked = isMentioned(message.mentions, props.userId, message.authorId);
  return (
    <li
      id={message.id}
      tabIndex={-1}
      className={joinClasses(
        "group relative flex scroll-mt-24 gap-2.5 rounded-control px-2 py-1 outline-offset-0 target:bg-accent-soft hover:bg-muted/60 focus-within:bg-muted/60",
        isFollowing ? "pointer-coarse:min-h-9" : "mt-2.5",
        isMarked && "shadow-[inset_2px_0_0_var(--accent-solid)]",
      )}
    >
      {isFollowing ? null : (
        <Avatar name={author} id={message.authorId} isHere={props.isAuthorHere} className="mt-0.5" />
      )}
      <div className={isFollowing ? "ms-9.5 min-w-0 flex-1" : "min-w-0 flex-1"}>
        <Byline author={author} message={message} isFollowing={isFollowing} />
        {replyTo ? <Quote roomId={roomId} quoted={replyTo} isLoaded={props.isQuoteLoaded} /> : null}
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
          <MessageBody message={message} userId={props.userId} isSaving={props.isSaving} />
        )}
        <AttachmentList files={message.files} label={t("attachments")} />
        {isDeleted ? null : (
          <MessageReactions
            roomId={roomId}
            message={message}
            canReact={acts.includes("react")}
            reactions={reactions}
            refusal={props.refusal}
            form={props.reactionForm}
            isPicking={act?.kind === "react"}
            onPicked={changes.cancel}
          />
        )}
        {props.note}
      </div>
      {onReply && !isDeleted && !act ? (
        <MessageTools {...{ roomId, message, author, onReply, acts, changes, reactions }} look={props.tools} />
      ) : null}
    </li>
  );
});

function Byline({
  author,
  message,
  isFollowing,
}: Pick<MessageItemProps, "message" | "isFollowing"> & { author: string }) {
  return (
    <p className={isFollowing ? "sr-only" : "flex flex-wrap items-baseline gap-x-2"}>
      <span className="font-semibold">{author}</span>
      <Time value={message.createdAt} style="time" className="text-xs text-ink-3" />
      <ViaMark via={message.via} />
    </p>
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
      <span className={joinClasses("truncate", quoted.isDeleted && "italic")}>
        {quoted.isDeleted ? t("deleted") : writePlainLine(quoted.excerpt)}
      </span>
    </a>
  );
}
