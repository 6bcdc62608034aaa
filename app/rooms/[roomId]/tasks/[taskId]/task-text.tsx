"use client";

import { useTranslations } from "next-intl";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import type { TaskDetail } from "@/lib/tasks/queries";
import { FIELD_NAMES, type TaskField } from "@/lib/tasks/task-fields";
import { useZone } from "../_parts/dates";
import { useFieldText } from "../_parts/field-text";
import { TaskStatusBadge } from "../_parts/task-status";

/** The task as plain text, for guests, who cannot edit it. */
export function TaskText({ task, now }: { task: TaskDetail; now: string }) {
  const t = useTranslations("roomTasks");
  const zone = useZone();
  return (
    <div className="grid grid-cols-1 gap-5">
      {task.description === "" ? (
        <p className="text-ink-3">{t("detail.noDescription")}</p>
      ) : (
        <p className="whitespace-pre-wrap">{task.description}</p>
      )}
      <FactList>
        {FIELD_NAMES.filter((field) => field !== "title" && field !== "description").map((field) => (
          <Fact key={field} name={t(`fields.${field}`)}>
            {field === "status" ? (
              <TaskStatusBadge status={task.status} />
            ) : (
              <FieldText field={field} task={task} now={now} zone={zone} />
            )}
          </Fact>
        ))}
      </FactList>
    </div>
  );
}

interface FieldTextProps {
  field: TaskField;
  task: TaskDetail;
  now: string;
  zone: string;
}

function FieldText({ field, task, now, zone }: FieldTextProps) {
  const t = useTranslations("roomTasks.detail");
  return useFieldText(field, task, now, zone) || t("none");
}
