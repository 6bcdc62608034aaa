"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useActionState, useState } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { ErrorText } from "@/app/_ui/form/field";
import type { Reaction } from "@/lib/messages/reaction";
import { reactToMessage } from "../actions";
import type { ChangeProblem } from "../changes/changed-message";
import type { SharedMessage } from "../thread/thread-page";
import { ReactionPicker } from "./reaction-picker";
import type { ReactionHandlers } from "./use-reactions";

interface MessageReactionsProps {
  roomId: string;
  message: SharedMessage;
  canReact: boolean;
  reactions: ReactionHandlers;
  /** Why the latest one was refused. */
  refusal: ChangeProblem | null;
  /** The choice for pages without JavaScript, on the page that was opened for it. */
  form: ReactNode;
  isPicking: boolean;
  onPicked: (isFocusElsewhere?: boolean) => void;
}

/** The reactions of a message, the choice of another one while it is open, and why a reaction was refused. */
export function MessageReactions(props: MessageReactionsProps) {
  const { roomId, message, canReact, reactions, isPicking, onPicked } = props;
  const t = useTranslations("messages");
  const [drawn, action] = useActionState(reactToMessage, { kind: "idle" });
  const messageId = message.id;
  const problem = props.refusal ?? (drawn.kind === "unchanged" ? drawn.problem : undefined);
  const set = (emoji: string, isWanted: boolean): void => {
    reactions.set({ messageId, emoji, isWanted });
    if (isPicking) onPicked();
  };
  return (
    <>
      {message.reactions.length > 0 ? (
        <form action={action}>
          <input type="hidden" name="roomId" value={roomId} />
          <input type="hidden" name="messageId" value={messageId} />
          <ul aria-label={t("reaction.list")} className="relative mt-1 flex flex-wrap gap-1">
            {message.reactions.map((reaction) => (
              <Chip key={reaction.emoji} reaction={reaction} onSet={canReact ? set : null} />
            ))}
          </ul>
        </form>
      ) : null}
      {isPicking ? (
        <ReactionPicker
          roomId={roomId}
          message={message}
          form={props.form}
          onPick={(emoji) => set(emoji, !message.reactions.some((held) => held.emoji === emoji && held.isOwn))}
          onClose={onPicked}
        />
      ) : null}
      <ErrorText id={`reaction-${messageId}`} error={problem && t(`change.problems.${problem}`)} />
    </>
  );
}

interface ChipProps {
  reaction: Reaction;
  /** null for guests, who have read-only access. */
  onSet: ((emoji: string, isWanted: boolean) => void) | null;
}

const CHIP =
  "inline-flex h-7 min-w-11 pointer-coarse:h-9 items-center justify-center gap-1.5 rounded-full border px-2 text-dense";

function Chip({ reaction: { emoji, count, isOwn, others }, onSet }: ChipProps) {
  const t = useTranslations("messages.reaction");
  const format = useFormatter();
  const [isShut, setShut] = useState(false);
  const named = [...(isOwn ? [t("you")] : []), ...others];
  const rest = count - named.length;
  const people = format.list(rest > 0 ? [...named, t("more", { count: rest })] : named);
  const label = t("of", { emoji, count, people });
  const look = isOwn ? "border-accent bg-accent-soft text-accent" : "border-line bg-surface text-ink-2";
  const face = (
    <>
      <span aria-hidden>{emoji}</span>
      <span aria-hidden className="font-medium tabular-nums">
        {count}
      </span>
    </>
  );
  return (
    <li className="group/chip" onPointerLeave={() => setShut(false)} onBlur={() => setShut(false)}>
      {onSet ? (
        <button
          type="submit"
          name={isOwn ? "removed" : "emoji"}
          value={emoji}
          aria-pressed={isOwn}
          aria-label={label}
          onClick={(event) => {
            event.preventDefault();
            onSet(emoji, !isOwn);
          }}
          onKeyDown={({ key }) => key === "Escape" && setShut(true)}
          className={joinClasses(CHIP, look, "hover:border-line-strong")}
        >
          {face}
        </button>
      ) : (
        <span className={joinClasses(CHIP, look)}>
          {face}
          <span className="sr-only">{label}</span>
        </span>
      )}
      <span
        aria-hidden
        className={joinClasses(
          "absolute inset-s-0 bottom-full z-10 hidden max-w-full pb-1",
          !isShut && "group-hover/chip:block group-has-focus-visible/chip:block",
        )}
      >
        <span className="block rounded-control border border-line bg-raised px-2.5 py-1.5 text-xs text-ink-2 shadow-float">
          {people}
        </span>
      </span>
    </li>
  );
}
