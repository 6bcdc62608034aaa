"use client";

import { type LucideIcon, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { pathOfChange, pathOfMessage, pathOfRoom } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import type { ReactionHandlers } from "../reactions/use-reactions";
import type { SharedMessage } from "../thread/thread-page";
import type { Acts, TextAct } from "./changed-message";
import { CopyLink } from "./copy-link";
import { MessageMenu } from "./message-menu";
import { ToolIcon } from "./tool-icon";
import type { ChangeHandlers } from "./use-changes";

/** "static": all of them, for pages without JavaScript. "sheet": one button, for a narrow screen. */
export type ToolsLook = "static" | "wide" | "sheet";

interface MessageToolsProps {
  roomId: string;
  message: SharedMessage;
  author: string;
  onReply: (message: SharedMessage) => void;
  acts: Acts;
  changes: ChangeHandlers;
  reactions: ReactionHandlers;
  look: ToolsLook;
}

interface MoreToolsProps extends Omit<MessageToolsProps, "onReply" | "acts" | "reactions" | "look"> {
  isStatic: boolean;
  acts: readonly TextAct[];
}

const TOOL =
  "grid size-7 place-items-center pointer-coarse:size-9 rounded-control text-ink-2 hover:bg-muted hover:text-ink";
const MORE_TOOL =
  "flex h-7 items-center pointer-coarse:h-9 gap-1.5 rounded-control px-2 text-dense whitespace-nowrap hover:bg-muted";
const ICONS: Readonly<Record<TextAct, LucideIcon>> = { edit: Pencil, delete: Trash2 };

/** Pages without JavaScript have all of them; scripts render theirs once they have taken the page over. */
export function MessageTools(props: MessageToolsProps) {
  const toolbar = <Toolbar {...props} />;
  return props.look === "static" ? <noscript>{toolbar}</noscript> : toolbar;
}

function Toolbar({ look, ...props }: MessageToolsProps) {
  const { roomId, message, author, onReply, acts, changes, reactions } = props;
  const t = useTranslations("messages");
  const textActs = acts.filter((kind): kind is TextAct => kind !== "react");
  const toolbar = useRef<HTMLDivElement>(null);
  const { hasSheet, giveUpSheet } = useSheet(toolbar);
  const isStatic = look === "static";
  const isSheet = look === "sheet" && hasSheet;
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t("tools", { name: author })}
      onKeyDown={moveFocus}
      className="absolute -top-2 inset-e-1.5 flex rounded-control border border-line bg-raised pointer-coarse:not-has-open:border-transparent pointer-coarse:not-has-open:bg-transparent focus-within:opacity-100 has-open:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover:opacity-100 [@media(hover:hover)]:group-focus-within:opacity-100"
    >
      {isSheet ? (
        <MessageMenu
          {...{ roomId, message, author, acts, onReply }}
          onUnavailable={giveUpSheet}
          onAct={(kind) => changes.begin(kind, message.id)}
          onLinkCopied={changes.tellLinkCopied}
          onReact={(emoji, isWanted) => reactions.set({ messageId: message.id, emoji, isWanted })}
          className={TOOL}
        />
      ) : null}
      {!isSheet && acts.includes("react") ? (
        <Link
          data-tool
          href={pathOfChange(roomId, message.id, "react")}
          prefetch={false}
          tabIndex={isStatic ? 0 : -1}
          onClick={(event) => {
            event.preventDefault();
            changes.begin("react", message.id);
          }}
          aria-label={t("reaction.addTo", { name: author })}
          title={t("reaction.addShort")}
          className={TOOL}
        >
          <ToolIcon name="react" />
        </Link>
      ) : null}
      {isSheet ? null : (
        <>
          <Link
            data-tool
            href={`${pathOfRoom(roomId)}?reply=${message.id}`}
            prefetch={false}
            onClick={(event) => {
              event.preventDefault();
              onReply(message);
            }}
            aria-label={t("replyTo", { name: author })}
            title={t("reply")}
            className={TOOL}
          >
            <ToolIcon name="reply" />
          </Link>
          <MoreTools isStatic={isStatic} {...{ roomId, message, author, changes }} acts={textActs} />
        </>
      )}
    </div>
  );
}

function useSheet(toolbar: RefObject<HTMLElement | null>) {
  const [hasSheet, setSheet] = useState(true);
  useEffect(() => {
    // The button that was pressed has left the page, and the focus with it.
    if (!hasSheet) toolbar.current?.querySelector<HTMLElement>("[data-tool]")?.focus();
  }, [hasSheet, toolbar]);
  return { hasSheet, giveUpSheet: () => setSheet(false) };
}

function MoreTools({ roomId, message, author, acts, changes, isStatic }: MoreToolsProps) {
  const t = useTranslations("messages");
  const more = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(isStatic);
  const shut = (): void => more.current?.removeAttribute("open");
  /** A focus within what is shut would be lost. */
  const leave = (): void => {
    if (more.current?.contains(document.activeElement)) more.current.querySelector("summary")?.focus();
    shut();
  };
  const tool = { roomId, messageId: message.id, changes, onChosen: shut };
  return (
    <details
      ref={more}
      // A phone without JavaScript cannot copy.
      className={joinClasses("flex", isStatic && acts.length === 0 && "max-sm:hidden")}
      // The arrow keys lead into the list at once, so it is rendered before it opens.
      onClick={() => setOpen(true)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && more.current?.open) leave();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) shut();
      }}
    >
      <summary
        data-tool
        tabIndex={isStatic ? 0 : -1}
        aria-label={t("more", { name: author })}
        title={t("more", { name: author })}
        className={TOOL}
      >
        <ToolIcon name="more" />
      </summary>
      {isOpen ? (
        <ul className="absolute -top-px inset-e-full z-10 me-1 flex rounded-control border border-line bg-raised">
          {acts.includes("edit") ? <TextTool kind="edit" {...tool} /> : null}
          <li className="max-sm:hidden">
            <CopyLink
              href={pathOfMessage(roomId, message.id)}
              onCopied={changes.tellLinkCopied}
              onDone={leave}
              className={MORE_TOOL}
            />
          </li>
          {acts.includes("delete") ? <TextTool kind="delete" {...tool} /> : null}
        </ul>
      ) : null}
    </details>
  );
}

interface TextToolProps {
  kind: TextAct;
  roomId: string;
  messageId: string;
  changes: ChangeHandlers;
  onChosen: () => void;
}

function TextTool({ kind, roomId, messageId, changes, onChosen }: TextToolProps) {
  const t = useTranslations("messages.change");
  const Icon = ICONS[kind];
  return (
    <li>
      <Link
        href={pathOfChange(roomId, messageId, kind)}
        prefetch={false}
        onClick={(event) => {
          event.preventDefault();
          onChosen();
          changes.begin(kind, messageId);
        }}
        className={joinClasses(MORE_TOOL, kind === "delete" && "text-bad")}
      >
        <Icon aria-hidden className="size-4" />
        {t(kind)}
      </Link>
    </li>
  );
}

/** Left and right, to the next tool or link of this toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tool], [open] a")];
  const next = tools[tools.findIndex((tool) => tool.contains(document.activeElement)) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
