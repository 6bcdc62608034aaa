"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm } from "@/app/_ui/form/action-form";
import { ErrorSummary } from "@/app/_ui/form/error-summary";
import { Field } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/notice";
import type { CurrentTask } from "@/lib/tasks/edit";
import { TASK_FIELDS, type TaskField } from "@/lib/tasks/merge";
import { useZone } from "../_parts/dates";
import { saveTask } from "../actions";
import { ContestedField } from "./contested-field";
import { DateFields, TaskInput } from "./task-inputs";
import { showFields, type TaskValues } from "./task-values";

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
  // A response covers the values that were submitted, not those typed while it was on its way.
  const isTouched = touched !== null && (touched.isLate || touched.after === state);
  if (task.version !== drawn.version && !isTouched && !open) setDrawn(task);
  const base = open?.base ?? drawn;
  const contested = open?.contested ?? [];
  const isBehind = task.version > base.version && contested.length === 0;
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      hidden={{ roomId, taskId, zone, base: JSON.stringify(base, ["version", ...TASK_FIELDS]) }}
      onInput={() => touch({ after: state, isLate: isPending })}
      noValidate
      className="card grid gap-5 p-5"
    >
      {contested.length > 0 && form.problems.length === 0 ? (
        <ErrorSummary
          result={state}
          title={t("conflictTitle")}
          problems={[{ field: "", message: t("conflictText") }]}
        />
      ) : null}
      <div role="status" className="empty:hidden">
        {state.kind === "saved" && !isTouched ? (
          <Notice tone="good">{t(state.isMerged ? "savedMerged" : "saved")}</Notice>
        ) : isBehind && isTouched ? (
          <Notice>{t("stale")}</Notice>
        ) : null}
      </div>
      <TaskFormFields
        key={`${zone} ${open ? "open" : drawn.version} ${base.version}`}
        values={open?.values ?? showFields(drawn, zone)}
        theirs={base}
        contested={contested}
        chosen={open?.chosen ?? []}
        zone={zone}
      />
      <div>
        <SubmitButton>{t(contested.length > 0 ? "saveMerged" : "save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

interface TaskFormFieldsProps {
  values: TaskValues;
  theirs: CurrentTask;
  contested: readonly TaskField[];
  chosen: readonly TaskField[];
  zone: string;
}

function TaskFormFields({ values, theirs, contested, chosen, zone }: TaskFormFieldsProps) {
  const t = useTranslations("roomTasks.form");
  const draw = (field: TaskField, label: string) =>
    contested.includes(field) ? (
      <ContestedField
        field={field}
        label={label}
        value={values[field]}
        theirs={theirs}
        takesTheirs={chosen.includes(field)}
        zone={zone}
      />
    ) : (
      <Field id={field} label={label}>
        {(aria) => <TaskInput field={field} value={values[field]} aria={aria} />}
      </Field>
    );
  return (
    <>
      {draw("title", t("titleField"))}
      {draw("description", t("description"))}
      {draw("status", t("status"))}
      <DateFields zone={zone} isSplit={!contested.includes("startDate") && !contested.includes("dueDate")}>
        {draw("startDate", t("start"))}
        {draw("dueDate", t("due"))}
      </DateFields>
    </>
  );
}
