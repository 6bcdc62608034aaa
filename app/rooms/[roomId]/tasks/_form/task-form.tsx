"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ActionForm } from "@/app/_ui/form/action-form";
import { ErrorSummary } from "@/app/_ui/form/error-summary";
import { Field, FieldError } from "@/app/_ui/form/field";
import { Radio } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useFieldError, useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";
import { LiveText } from "@/app/_ui/shown/live-text";
import type { CurrentTask } from "@/lib/tasks/edit";
import { FIELD_NAMES, isDay, type TaskField } from "@/lib/tasks/task-fields";
import { useZone } from "../_parts/dates";
import { useFieldText } from "../_parts/field-text";
import { saveTask } from "../actions";
import { DateFields, TaskInput } from "./task-inputs";
import { type OpenTask, showFields } from "./task-values";

interface TaskFormProps {
  roomId: string;
  taskId: string;
  task: CurrentTask;
}

/**
 * Rendered from one version of the task. When a newer one arrives and nothing was typed, the form follows; otherwise it
 * stays as it is, and saving compares the two.
 */
export function TaskForm({ roomId, taskId, task }: TaskFormProps) {
  const t = useTranslations("roomTasks.form");
  const zone = useZone();
  const form = useForm(saveTask);
  const { state, isPending } = form;
  const [touched, touch] = useState<{ after: typeof state; isLate: boolean } | null>(null);
  const [drawn, setDrawn] = useState(task);
  const open = state.kind === "conflict" ? state : form.values;
  const isTouched = touched !== null && (touched.isLate || touched.after === state);
  if (task.version !== drawn.version && !isTouched && !open) setDrawn(task);
  const shown: OpenTask = open ?? { values: showFields(drawn, zone), base: drawn, contested: [], chosen: [] };
  const { base, contested } = shown;
  const isBehind = task.version > base.version && contested.length === 0;
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      hidden={{ roomId, taskId, zone, base: JSON.stringify(base, ["version", ...FIELD_NAMES]) }}
      onInput={() => touch({ after: state, isLate: isPending })}
      noValidate
      className="grid gap-5"
    >
      {contested.length > 0 && form.problems.length === 0 ? (
        <ErrorSummary
          result={state}
          title={t("conflictTitle")}
          problems={[{ field: "", message: t("conflictText") }]}
        />
      ) : null}
      <div role="status" className="empty:sr-only">
        {state.kind === "saved" && !isTouched ? (
          <LiveText of={state}>
            <Notice tone="good">{t(state.isMerged ? "savedMerged" : "saved")}</Notice>
          </LiveText>
        ) : isBehind && isTouched ? (
          <Notice>{t("stale")}</Notice>
        ) : null}
      </div>
      <TaskFormFields key={`${zone} ${open ? "open" : drawn.version} ${base.version}`} open={shown} zone={zone} />
      <div>
        <SubmitButton>{t(contested.length > 0 ? "saveMerged" : "save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function TaskFormFields({ open, zone }: { open: OpenTask; zone: string }) {
  const t = useTranslations("roomTasks.fields");
  const { values, contested } = open;
  const draw = (field: TaskField) =>
    contested.includes(field) ? (
      <ContestedField key={field} field={field} label={t(field)} open={open} zone={zone} />
    ) : (
      <Field key={field} id={field} label={t(field)}>
        {(aria) => <TaskInput field={field} value={values[field]} aria={aria} />}
      </Field>
    );
  return (
    <>
      {FIELD_NAMES.filter((field) => !isDay(field)).map(draw)}
      <DateFields zone={zone} isSplit={!contested.some(isDay)}>
        {FIELD_NAMES.filter(isDay).map(draw)}
      </DateFields>
    </>
  );
}

interface ContestedFieldProps {
  field: TaskField;
  label: string;
  open: OpenTask;
  zone: string;
}

const SIDE =
  "grid min-w-0 content-start gap-2 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft";

function ContestedField({ field, label, open, zone }: ContestedFieldProps) {
  const t = useTranslations("roomTasks.form");
  const takesTheirs = open.chosen.includes(field);
  const keep = useRef<HTMLInputElement>(null);
  const error = useFieldError(field);
  const name = `choice.${field}`;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 text-dense font-medium">{label}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <div className={SIDE}>
          <label className="flex items-center gap-2 text-dense font-medium">
            <Radio name={name} value="theirs" defaultChecked={takesTheirs} />
            {t("theirs")}
          </label>
          <TheirValue field={field} theirs={open.base} zone={zone} />
        </div>
        <div className={SIDE}>
          <label className="flex items-center gap-2 text-dense font-medium">
            <Radio ref={keep} name={name} value="mine" defaultChecked={!takesTheirs} />
            {t("mine")}
          </label>
          <label htmlFor={field} className="sr-only">
            {label}
          </label>
          <div
            className="min-w-0"
            onInput={() => {
              if (keep.current) keep.current.checked = true;
            }}
          >
            <TaskInput
              field={field}
              value={open.values[field]}
              aria={{
                id: field,
                ...(error ? { "aria-invalid": true, "aria-describedby": `${field}-error` } : {}),
              }}
            />
          </div>
          <FieldError id={field} />
        </div>
      </div>
    </fieldset>
  );
}

function TheirValue({ field, theirs, zone }: { field: TaskField; theirs: CurrentTask; zone: string }) {
  const t = useTranslations("roomTasks.form");
  // The year is written only when it differs from today's, so the day itself can serve as "today".
  const today = isDay(field) ? theirs[field] : null;
  const text = useFieldText(field, theirs, today ?? "1970-01-01", zone);
  return text === "" ? <p className="text-ink-3">{t("nothing")}</p> : <p className="whitespace-pre-wrap">{text}</p>;
}
