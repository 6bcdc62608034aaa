"use client";

import { useTranslations } from "next-intl";
import type { FieldAria } from "@/app/_ui/form/field";
import { Input, Select } from "@/app/_ui/input";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { TASK_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import type { TaskField } from "@/lib/tasks/merge";
import { TASK_STATUSES } from "@/lib/tasks/status";

interface TaskInputProps {
  field: TaskField;
  value: string;
  aria: FieldAria;
}

/** The input for one field of a task. */
export function TaskInput({ field, value, aria }: TaskInputProps) {
  const t = useTranslations("roomTasks");
  switch (field) {
    case "title":
      return (
        <Input
          {...aria}
          name={field}
          autoComplete="off"
          maxLength={TASK_TITLE_MAX_LENGTH * 2}
          defaultValue={value}
          placeholder={t("form.titlePlaceholder")}
        />
      );
    case "description":
      return (
        <textarea
          {...aria}
          name={field}
          rows={6}
          defaultValue={value}
          className={mergeClasses("control", "h-auto min-h-28 resize-y py-2")}
        />
      );
    case "status":
      return (
        <Select {...aria} name={field} defaultValue={value}>
          {TASK_STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`status.${status}`)}
            </option>
          ))}
        </Select>
      );
    case "startDate":
    case "dueDate":
      return <Input {...aria} type="date" name={field} min="1900-01-01" max="2999-12-31" defaultValue={value} />;
  }
}
