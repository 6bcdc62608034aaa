"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { FieldError } from "@/app/_ui/form/field";
import { useFieldError } from "@/app/_ui/form/use-form";
import { Radio } from "@/app/_ui/input";
import { dayOf } from "@/lib/tasks/days";
import type { CurrentTask } from "@/lib/tasks/edit";
import type { TaskField } from "@/lib/tasks/merge";
import { useDayWords } from "../_parts/dates";
import { TaskInput } from "./task-inputs";

interface ContestedFieldProps {
  field: TaskField;
  label: string;
  /** The value typed in this form. */
  value: string;
  theirs: CurrentTask;
  takesTheirs: boolean;
  zone: string;
}

const SIDE =
  "grid min-w-0 content-start gap-2 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft";

/** Shows both values. Editing the other person's value keeps the edited one. */
export function ContestedField({ field, label, value, theirs, takesTheirs, zone }: ContestedFieldProps) {
  const t = useTranslations("roomTasks.form");
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
          <TheirValue field={field} theirs={theirs} zone={zone} />
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
              value={value}
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

function TheirValue({ field, theirs, zone }: Pick<ContestedFieldProps, "field" | "theirs" | "zone">) {
  const t = useTranslations("roomTasks");
  const at = field === "startDate" || field === "dueDate" ? theirs[field] : null;
  // The year is written only when it differs from today's, so the day itself can serve as "today".
  const words = useDayWords(at === null ? 0 : dayOf(new Date(at), zone), zone);
  const text = field === "status" ? t(`status.${theirs.status}`) : at === null ? theirs[field] : words.instant(at);
  return text === null || text === "" ? (
    <p className="text-ink-3">{t("form.nothing")}</p>
  ) : (
    <p className="break-words whitespace-pre-wrap">{text}</p>
  );
}
