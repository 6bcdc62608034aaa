"use client";

import { Pencil, Reply, SmilePlus, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { pathOfMessage } from "@/app/_links";
import { Dialog } from "@/app/_ui/controls/dialog";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { OFFERED_REACTIONS } from "@/lib/messages/reaction";
import type { SharedMessage } from "../thread/thread-page";
import type { MessageAct } from "./changed-message";
import { CopyLink } from "./copy-link";

export interface MessageSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  roomId: string;
  message: SharedMessage;
  author: string;
  acts: readonly MessageAct["kind"][];
  onReply: (message: SharedMessage) => void;
  onAct: (kind: MessageAct["kind"]) => void;
  onReact: (emoji: string, isWanted: boolean) => void;
  onLinkCopied: () => void;
}

const ITEM = "flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start text-base hover:bg-muted";

export function MessageSheet({ isOpen, onOpenChange, roomId, message, author, acts, ...on }: MessageSheetProps) {
  const t = useTranslations("messages");
  const ui = useTranslations("ui");
  /** Runs after the sheet is gone: the sheet holds the focus and gives it back, and the act moves it. */
  const chosen = useRef<(() => void) | null>(null);
  const choose = (act: () => void) => () => {
    chosen.current = act;
    onOpenChange(false);
  };
  const dismiss = () => {
    chosen.current = null;
    onOpenChange(false);
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={dismiss}
      onClosed={() => chosen.current?.()}
      title={t("tools", { name: author })}
      hideHeader
      className="top-auto bottom-0 grid w-full gap-1 rounded-b-none border-x-0 border-b-0 p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {acts.includes("react") ? (
        <OfferedRow
          own={message.reactions.flatMap(({ emoji, isOwn }) => (isOwn ? emoji : []))}
          onPick={(emoji, isWanted) => choose(() => on.onReact(emoji, isWanted))()}
        />
      ) : null}
      <ul className="grid">
        {acts.includes("react") ? (
          <Item icon={<SmilePlus />} label={t("reaction.other")} onClick={choose(() => on.onAct("react"))} />
        ) : null}
        <Item icon={<Reply />} label={t("reply")} onClick={choose(() => on.onReply(message))} />
        {acts.includes("edit") ? (
          <Item icon={<Pencil />} label={t("change.edit")} onClick={choose(() => on.onAct("edit"))} />
        ) : null}
        <li className="[&_svg]:size-5">
          <CopyLink
            href={pathOfMessage(roomId, message.id)}
            onCopied={on.onLinkCopied}
            onDone={dismiss}
            className={ITEM}
          />
        </li>
        {acts.includes("delete") ? (
          <Item
            icon={<Trash2 />}
            label={t("change.delete")}
            className="text-bad"
            onClick={choose(() => on.onAct("delete"))}
          />
        ) : null}
        <Item icon={<X />} label={ui("cancel")} className="mt-1 border-t border-line text-ink-2" onClick={dismiss} />
      </ul>
    </Dialog>
  );
}

interface OfferedRowProps {
  own: readonly string[];
  onPick: (emoji: string, isWanted: boolean) => void;
}

function OfferedRow({ own, onPick }: OfferedRowProps) {
  const t = useTranslations("messages.reaction");
  return (
    <fieldset aria-label={t("choose")} className="grid grid-cols-8 border-b border-line pb-1">
      {OFFERED_REACTIONS.map((emoji) => {
        const isOwn = own.includes(emoji);
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            onClick={() => onPick(emoji, !isOwn)}
            className={joinClasses(
              "grid h-12 place-items-center rounded-control text-xl hover:bg-muted",
              isOwn && "bg-accent-soft outline outline-accent -outline-offset-2",
            )}
          >
            {emoji}
          </button>
        );
      })}
    </fieldset>
  );
}

interface ItemProps {
  icon: ReactNode;
  label: string;
  className?: string;
  onClick: () => void;
}

function Item({ icon, label, className, onClick }: ItemProps) {
  return (
    <li className={joinClasses("[&_svg]:size-5", className)}>
      <button type="button" onClick={onClick} className={ITEM}>
        <span aria-hidden>{icon}</span>
        {label}
      </button>
    </li>
  );
}
