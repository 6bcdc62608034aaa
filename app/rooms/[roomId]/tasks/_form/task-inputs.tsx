"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import type { FieldAria } from "@/app/_ui/form/field";
import { Input, Select } from "@/app/_ui/form/input";
import { TASK_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import { TASK_STATUSES } from "@/lib/tasks/status";
import { TASK_FIELDS, type TaskField } from "@/lib/tasks/task-fields";
import { usePeople } from "../_parts/people";

interface TaskInputProps {
  field: TaskField;
  value: string;
  aria: FieldAria;
}

export function TaskInput({ field, value, aria }: TaskInputProps) {
  const t = useTranslations("roomTasks");
  const people = usePeople();
  switch (TASK_FIELDS[field]) {
    case "line":
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
    case "text":
      return (
        <textarea
          {...aria}
          name={field}
          rows={6}
          defaultValue={value}
          className="control h-auto min-h-28 resize-y py-2"
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
    case "person":
      return (
        <Select {...aria} name={field} defaultValue={value}>
          <option value="">{t("form.nobody")}</option>
          {people.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </Select>
      );
    case "day":
      return <Input {...aria} type="date" name={field} min="1900-01-01" max="2999-12-31" defaultValue={value} />;
  }
}

interface DateFieldsProps {
  zone: string;
  isSplit?: boolean;
  children: ReactNode;
}

export function DateFields({ zone, isSplit = true, children }: DateFieldsProps) {
  const t = useTranslations("roomTasks.form");
  return (
    <div className="grid gap-1.5">
      <div className={joinClasses("grid grid-cols-1 items-start gap-5", isSplit && "sm:grid-cols-2")}>{children}</div>
      <p className="text-dense text-ink-3">{t("datesHint", { zone: zone.replaceAll("_", " ") })}</p>
    </div>
  );
}
