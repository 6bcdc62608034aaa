"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_ui/form/field";
import type { CurrentTask } from "@/lib/tasks/edit";
import type { TaskField } from "@/lib/tasks/merge";
import { ContestedField } from "./contested-field";
import { DateFields } from "./date-fields";
import type { TaskValues } from "./form-state";
import { TaskInput } from "./task-inputs";

interface TaskFormFieldsProps {
  values: TaskValues;
  theirs: CurrentTask;
  contested: readonly TaskField[];
  chosen: readonly TaskField[];
  zone: string;
}

export function TaskFormFields({ values, theirs, contested, chosen, zone }: TaskFormFieldsProps) {
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
