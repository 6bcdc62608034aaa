"use client";

import { useTranslations } from "next-intl";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { Field, SelectField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import type { Board } from "@/lib/tasks/create-board";
import { FIELD_NAMES, isDay, type TaskField } from "@/lib/tasks/task-fields";
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
  const t = useTranslations("roomTasks");
  const zone = useZone();
  const form = useForm(addTask);
  const { values } = form;
  const draw = (field: TaskField) => (
    <Field key={field} id={field} label={t(`fields.${field}`)}>
      {(aria) => <TaskInput field={field} value={values?.[field] ?? ""} aria={aria} />}
    </Field>
  );
  return (
    <ActionForm
      form={form}
      failed={t("form.failed", { count: form.problems.length })}
      hidden={{ roomId, zone }}
      noValidate
      className="grid max-w-2xl gap-5"
    >
      {FIELD_NAMES.filter((field) => !isDay(field) && field !== "status").map(draw)}
      <SelectField name="board" label={t("form.board")} defaultValue={values?.board ?? boardId}>
        {boards.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <DateFields zone={zone}>{FIELD_NAMES.filter(isDay).map(draw)}</DateFields>
      <FormButtons submit={t("form.create")} cancelHref={cancelHref} />
    </ActionForm>
  );
}
