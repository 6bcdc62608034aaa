"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { Board } from "@/lib/tasks/board";
import { useZone } from "../_parts/use-zone";
import { addTask } from "../actions";
import { DateFields } from "./date-fields";
import type { NewTaskState, TaskValues } from "./form-state";
import { TaskInput } from "./task-inputs";
import { useProblems } from "./use-problems";

const IDLE: NewTaskState = { kind: "idle" };
const EMPTY: TaskValues = { title: "", description: "", status: "", startDate: "", dueDate: "" };

interface NewTaskFormProps {
  roomId: string;
  boards: readonly Board[];
  boardId: string;
  cancelHref: string;
}

export function NewTaskForm({ roomId, boards, boardId, cancelHref }: NewTaskFormProps) {
  const t = useTranslations("roomTasks.form");
  const zone = useZone();
  const [state, send, isPending] = useActionState(addTask, IDLE);
  const isOpen = state.kind === "open";
  const values = isOpen ? state.values : EMPTY;
  const { shown, findError, title } = useProblems(isOpen ? state.problems : []);
  const draw = (field: "title" | "description" | "startDate" | "dueDate", label: string) => (
    <Field id={field} label={label} error={findError(field)}>
      {(aria) => <TaskInput field={field} value={values[field]} aria={aria} />}
    </Field>
  );
  return (
    <ActionForm action={send} noValidate className="card grid max-w-2xl gap-5 p-5">
      {shown.length > 0 ? <ErrorSummary answer={state} title={title} problems={shown} /> : null}
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="zone" value={zone} />
      {draw("title", t("titleField"))}
      {draw("description", t("description"))}
      <Field id="board" label={t("board")} error={findError("board")}>
        {(aria) => (
          <Select {...aria} name="board" defaultValue={isOpen ? state.board : boardId}>
            {boards.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DateFields zone={zone}>
        {draw("startDate", t("start"))}
        {draw("dueDate", t("due"))}
      </DateFields>
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t("create")}</SubmitButton>
        <LinkButton look="quiet" href={cancelHref}>
          {t("cancel")}
        </LinkButton>
      </div>
    </ActionForm>
  );
}
