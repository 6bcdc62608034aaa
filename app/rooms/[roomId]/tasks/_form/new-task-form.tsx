"use client";

import { useTranslations } from "next-intl";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { Field, SelectField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import type { Board } from "@/lib/tasks/create-board";
import { useZone } from "../_parts/dates";
import { addTask } from "../actions";
import { DateFields, TaskInput } from "./task-inputs";

interface NewTaskFormProps {
  roomId: string;
  boards: readonly Board[];
  boardId: string;
  cancelHref: string;
}

export function NewTaskForm({ roomId, boards, boardId, cancelHref }: NewTaskFormProps) {
  const t = useTranslations("roomTasks.form");
  const zone = useZone();
  const form = useForm(addTask);
  const { values } = form;
  const draw = (field: "title" | "description" | "startDate" | "dueDate", label: string) => (
    <Field id={field} label={label}>
      {(aria) => <TaskInput field={field} value={values?.[field] ?? ""} aria={aria} />}
    </Field>
  );
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      hidden={{ roomId, zone }}
      noValidate
      className="card grid max-w-2xl gap-5 p-5"
    >
      {draw("title", t("titleField"))}
      {draw("description", t("description"))}
      <SelectField name="board" label={t("board")} defaultValue={values?.board ?? boardId}>
        {boards.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <DateFields zone={zone}>
        {draw("startDate", t("start"))}
        {draw("dueDate", t("due"))}
      </DateFields>
      <FormButtons submit={t("create")} cancelHref={cancelHref} />
    </ActionForm>
  );
}
