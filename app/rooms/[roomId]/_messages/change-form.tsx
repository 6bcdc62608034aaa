"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { Button, LinkButton } from "@/app/_ui/button";
import { ErrorText } from "@/app/_ui/form/field";
import { pathOfMessage } from "@/app/rooms/_frame/paths";
import { removeMessage, saveMessage } from "./change-message";
import type { TextChange } from "./changed-message";
import { MentionOptions } from "./mention-list";
import { isSendKey } from "./send-key";
import type { SharedMessage } from "./thread-page";
import type { Changes } from "./use-changes";
import { useMentionList } from "./use-mention-list";

interface ChangeFormProps {
  roomId: string;
  message: SharedMessage;
  act: TextChange;
  changes: Changes;
}

/** In place of the text: its editor, or the question whether to delete it. */
export function ChangeForm(props: ChangeFormProps) {
  return props.act.kind === "edit" ? <EditForm {...props} /> : <DeleteForm {...props} />;
}

function EditForm({ roomId, message, act, changes }: ChangeFormProps) {
  const t = useTranslations("messages");
  const field = useRef<HTMLTextAreaElement>(null);
  const [drawn, action] = useActionState(saveMessage, { kind: "idle" });
  const refused = drawn.kind === "unchanged" ? drawn : null;
  const problem = act.problem ?? refused?.problem;
  const id = `edit-${message.id}`;
  const names = useMentionList(roomId, field);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const save = (): void => {
    const body = (field.current?.value ?? "").trimEnd();
    if (body === message.body) changes.cancel();
    else if (body.trim() === "") field.current?.focus();
    else changes.save(message.id, body);
  };
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      aria-label={t("change.edit")}
      className="mt-1 grid max-w-[48rem] gap-2"
    >
      <Ids roomId={roomId} messageId={message.id} />
      <label htmlFor={id} className="sr-only">
        {t("change.text")}
      </label>
      <textarea
        ref={field}
        id={id}
        name="body"
        required
        dir="auto"
        defaultValue={act.body ?? refused?.body ?? message.body}
        aria-describedby={problem ? `${id}-error` : undefined}
        {...(problem ? { "aria-invalid": true } : {})}
        {...names.fieldProps}
        onChange={names.look}
        onBlur={names.shut}
        onKeyDown={(event) => {
          if (names.handleKey(event)) return;
          if (event.key === "Escape" && !event.nativeEvent.isComposing) return changes.cancel();
          if (!isSendKey(event)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className="block max-h-72 min-h-11 w-full resize-none rounded-card border border-line-strong bg-surface px-3 py-2.5 [field-sizing:content]"
      />
      {/* In the flow: the thread would cut off a list above the newest message. */}
      <MentionOptions list={names} className="max-w-80" />
      <ErrorText id={id} error={problem && t(`change.problems.${problem}`)} />
      <Buttons roomId={roomId} messageId={message.id} onCancel={changes.cancel}>
        <Button type="submit" look="primary" size="small">
          {t("change.save")}
        </Button>
      </Buttons>
    </form>
  );
}

function DeleteForm({ roomId, message, act, changes }: ChangeFormProps) {
  const t = useTranslations("messages");
  const button = useRef<HTMLButtonElement>(null);
  const [drawn, action] = useActionState(removeMessage, { kind: "idle" });
  const problem = act.problem ?? (drawn.kind === "unchanged" ? drawn.problem : undefined);
  const id = `delete-${message.id}`;
  useEffect(() => button.current?.focus(), []);
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        changes.remove(message.id);
      }}
      aria-label={t("change.delete")}
      className="mt-1.5 grid max-w-[48rem] gap-2 rounded-card border border-line bg-surface p-3"
    >
      <Ids roomId={roomId} messageId={message.id} />
      <p id={id} className="text-dense">
        {t(message.files.length > 0 ? "change.confirmWithFiles" : "change.confirm")}
      </p>
      <ErrorText id={id} error={problem && t(`change.problems.${problem}`)} />
      <Buttons roomId={roomId} messageId={message.id} onCancel={changes.cancel}>
        <Button ref={button} type="submit" look="danger" size="small" aria-describedby={id}>
          {t("change.delete")}
        </Button>
      </Buttons>
    </form>
  );
}

function Ids({ roomId, messageId }: { roomId: string; messageId: string }) {
  return (
    <>
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="messageId" value={messageId} />
    </>
  );
}

interface ButtonsProps {
  roomId: string;
  messageId: string;
  onCancel: () => void;
  children: ReactNode;
}

function Buttons({ roomId, messageId, onCancel, children }: ButtonsProps) {
  const t = useTranslations("ui");
  return (
    <div className="flex flex-wrap gap-2">
      {children}
      <LinkButton
        size="small"
        href={pathOfMessage(roomId, messageId)}
        onClick={(event) => {
          event.preventDefault();
          onCancel();
        }}
      >
        {t("cancel")}
      </LinkButton>
    </div>
  );
}
