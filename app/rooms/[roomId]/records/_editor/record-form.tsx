"use client";

import { useTranslations } from "next-intl";
import { useActionState, useRef } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { Button, LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Notice } from "@/app/_ui/notice";
import { SubmitButton } from "@/app/_ui/submit-button";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { RECORD_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import type { RecordFormValues, SaveState } from "../actions";
import { ConflictPanel } from "./conflict-panel";
import { TextField } from "./text-field";
import { useLeaveWarning } from "./use-leave-warning";
import { useRecordText } from "./use-record-text";

interface RecordFormProps {
  action: (state: SaveState, form: FormData) => Promise<SaveState>;
  roomId: string;
  /** The saved record; without it, the form creates a new one. */
  record?: RecordFormValues & { id: string };
  draftKey: string;
  cancelHref: string;
}

/** The page's main element already has the id "content". */
const idOf = (field: string) => (field === "content" ? "text" : field);

const IDLE: SaveState = { kind: "idle" };
const NOTHING: RecordFormValues = { title: "", content: "", version: 0 };

export function RecordForm({ action, roomId, record, draftKey, cancelHref }: RecordFormProps) {
  const t = useTranslations("roomRecords");
  const isBrowser = useIsBrowser();
  const saved = record ?? NOTHING;
  const [state, send, isPending] = useActionState(action, IDLE);
  const typed = state.kind === "idle" ? null : state.values;
  const { base, mine, isRestored, isDirty, change, startFrom } = useRecordText(saved, typed, draftKey);
  const form = useRef<HTMLFormElement>(null);
  // Sending the form is not leaving it.
  useLeaveWarning(isDirty && !isPending, t("editor.leave"));
  const isBehind = isBrowser ? saved.version !== base.version : state.kind === "conflict";
  const problems = state.kind === "invalid" ? state.problems : [];
  const shown = problems.map(({ field, reason }) => ({ field: idOf(field), message: t(`problems.${reason}`) }));
  const findError = (field: string) => shown.find((problem) => problem.field === field)?.message;
  return (
    <ActionForm
      ref={form}
      action={send}
      noValidate
      className="grid grid-cols-1 gap-5"
      onKeyDown={(event) => {
        if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        form.current?.requestSubmit();
      }}
    >
      <ErrorSummary answer={state} title={t("saveFailed", { count: problems.length })} problems={shown} />
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="recordId" value={record?.id ?? ""} />
      <input type="hidden" name="version" value={state.kind === "invalid" && typed ? typed.version : base.version} />
      <input type="hidden" name="keepsText" value={String(isBrowser)} />
      {isRestored && isDirty && !isBehind ? (
        <Notice role="status">
          {t("editor.restored")}{" "}
          <Button size="small" look="quiet" onClick={() => startFrom(saved)}>
            {t("editor.discard")}
          </Button>
        </Notice>
      ) : null}
      {isBehind ? <ConflictPanel base={base} mine={mine} saved={saved} onResolve={startFrom} /> : null}
      <Field id="title" label={t("editor.title")} error={findError("title")}>
        {(aria) => (
          <Input
            {...aria}
            name="title"
            autoComplete="off"
            maxLength={RECORD_TITLE_MAX_LENGTH * 2}
            value={mine.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      <TextField value={mine.content} error={findError("text")} onChange={(content) => change({ content })} />
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton isPending={isPending}>{t(record ? "editor.save" : "editor.create")}</SubmitButton>
        <LinkButton look="quiet" href={cancelHref}>
          {t("editor.cancel")}
        </LinkButton>
        <p role="status" className="text-dense text-ink-3">
          {isDirty && isBrowser ? t("editor.unsaved") : ""}
        </p>
      </div>
    </ActionForm>
  );
}
