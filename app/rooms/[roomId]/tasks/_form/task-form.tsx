"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Notice } from "@/app/_ui/notice";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { CurrentTask } from "@/lib/tasks/edit";
import { useZone } from "../_parts/use-zone";
import { saveTask } from "../actions";
import type { TaskFormState } from "./form-state";
import { showFields } from "./show-fields";
import { TaskFormFields } from "./task-form-fields";
import { useProblems } from "./use-problems";

const IDLE: TaskFormState = { kind: "idle" };

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
  const [state, send, isPending] = useActionState(saveTask, IDLE);
  const [touched, touch] = useState<{ after: TaskFormState; isLate: boolean } | null>(null);
  const [drawn, setDrawn] = useState(task);
  const isOpen = state.kind === "open";
  // A response covers the values that were submitted, not those typed while it was on its way.
  const isTouched = touched !== null && (touched.isLate || touched.after === state);
  if (task.version !== drawn.version && !isTouched && !isOpen) setDrawn(task);
  const base = isOpen ? state.base : drawn;
  const contested = isOpen ? state.contested : [];
  const { shown, findError, title } = useProblems(isOpen ? state.problems : []);
  const isBehind = task.version > base.version && contested.length === 0;
  return (
    <ActionForm
      action={send}
      onInput={() => touch({ after: state, isLate: isPending })}
      noValidate
      className="card grid gap-5 p-5"
    >
      {shown.length > 0 ? <ErrorSummary answer={state} title={title} problems={shown} /> : null}
      {contested.length > 0 && shown.length === 0 ? (
        <ErrorSummary
          answer={state}
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
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="taskId" value={taskId} />
      <input type="hidden" name="zone" value={zone} />
      <input type="hidden" name="base" value={JSON.stringify(readFields(base))} />
      <TaskFormFields
        key={`${zone} ${isOpen ? "open" : drawn.version} ${base.version}`}
        values={isOpen ? state.values : showFields(drawn, zone)}
        theirs={base}
        contested={contested}
        chosen={isOpen ? state.chosen : []}
        zone={zone}
        findError={findError}
      />
      <div>
        <SubmitButton isPending={isPending}>{t(contested.length > 0 ? "saveMerged" : "save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function readFields({ version, title, description, status, startDate, dueDate }: CurrentTask): CurrentTask {
  return { version, title, description, status, startDate, dueDate };
}
