"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { ErrorText } from "@/app/_ui/form/field";
import { MentionOptions, useMentionList } from "../composer/mention-list";
import { isSendKey } from "../composer/send-key";
import type { TextPlace } from "../composer/text-place";
import type { TextChange } from "./changed-message";
import type { ChangeHandlers } from "./use-changes";

interface ChangeFormProps {
  place: TextPlace;
  text: { id: string; body: string };
  confirm: string;
  act: TextChange;
  changes: ChangeHandlers;
}

export function ChangeForm(props: ChangeFormProps) {
  return props.act.kind === "edit" ? <EditForm {...props} /> : <DeleteForm {...props} />;
}

function EditForm({ place, text, act, changes }: ChangeFormProps) {
  const { words } = place;
  const field = useRef<HTMLTextAreaElement>(null);
  const [drawn, action] = useActionState(place.save, { kind: "idle" });
  const refused = drawn.kind === "unchanged" ? drawn : null;
  const problem = act.problem ?? refused?.problem;
  const id = `edit-${text.id}`;
  const names = useMentionList(place.roomId, field);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const save = (): void => {
    const body = (field.current?.value ?? "").trimEnd();
    if (body === text.body) changes.cancel();
    else if (body.trim() === "") field.current?.focus();
    else changes.save(text.id, body);
  };
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      aria-label={words.edit}
      className="mt-1 grid max-w-[48rem] gap-2"
    >
      <Ids place={place} textId={text.id} />
      <label htmlFor={id} className="sr-only">
        {words.text}
      </label>
      <textarea
        ref={field}
        id={id}
        name="body"
        required
        dir="auto"
        defaultValue={act.body ?? refused?.body ?? text.body}
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
        className="block max-h-72 min-h-11 w-full resize-none rounded-card border border-line-strong bg-surface px-3 py-2.5 [field-sizing:content] not-supports-[field-sizing:content]:min-h-28"
      />
      {/* The thread would cut off a list above the newest message. */}
      <MentionOptions list={names} className="max-w-80" />
      <ErrorText id={id} error={problem && words.explain(problem)} />
      <Buttons href={place.pathOf(text.id)} onCancel={changes.cancel}>
        <Button type="submit" look="primary" size="small">
          {words.save}
        </Button>
      </Buttons>
    </form>
  );
}

function DeleteForm({ place, text, confirm, act, changes }: ChangeFormProps) {
  const { words } = place;
  const button = useRef<HTMLButtonElement>(null);
  const [drawn, action] = useActionState(place.remove, { kind: "idle" });
  const problem = act.problem ?? (drawn.kind === "unchanged" ? drawn.problem : undefined);
  const id = `delete-${text.id}`;
  useEffect(() => button.current?.focus(), []);
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        changes.remove(text.id);
      }}
      aria-label={words.delete}
      className="mt-1.5 grid max-w-[48rem] gap-2 rounded-card border border-line bg-surface p-3"
    >
      <Ids place={place} textId={text.id} />
      <p id={id} className="text-dense">
        {confirm}
      </p>
      <ErrorText id={id} error={problem && words.explain(problem)} />
      <Buttons href={place.pathOf(text.id)} onCancel={changes.cancel}>
        <Button ref={button} type="submit" look="danger" size="small" aria-describedby={id}>
          {words.delete}
        </Button>
      </Buttons>
    </form>
  );
}

function Ids({ place: { fields, idField }, textId }: { place: TextPlace; textId: string }) {
  return Object.entries({ ...fields, [idField]: textId }).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

interface ButtonsProps {
  href: string;
  onCancel: () => void;
  children: ReactNode;
}

function Buttons({ href, onCancel, children }: ButtonsProps) {
  const t = useTranslations("ui");
  return (
    <div className="flex flex-wrap gap-2">
      {children}
      <LinkButton
        size="small"
        href={href}
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
