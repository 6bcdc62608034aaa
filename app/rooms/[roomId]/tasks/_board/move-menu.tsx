"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { Menu } from "@/app/_ui/menu";
import { mergeClasses } from "@/app/_ui/merge-classes";
import type { BoardTask } from "@/lib/tasks/card";
import { TASK_STATUSES, type TaskStatus } from "@/lib/tasks/status";
import { STATUS_COLORS, STATUS_ICONS } from "../_parts/status-look";

interface MoveMenuProps {
  task: BoardTask;
  onMove: (task: BoardTask, status: TaskStatus) => void;
}

export function MoveMenu({ task, onMove }: MoveMenuProps) {
  const t = useTranslations("roomTasks");
  return (
    <Menu label={t("board.move", { title: task.title })}>
      {TASK_STATUSES.filter((status) => status !== task.status).map((status) => {
        const Icon = STATUS_ICONS[status];
        return (
          <Base.Item
            key={status}
            onClick={() => onMove(task, status)}
            className="flex h-8 items-center gap-2.5 rounded-control px-2.5 text-dense outline-none data-highlighted:bg-muted"
          >
            <Icon aria-hidden className={mergeClasses("size-4", STATUS_COLORS[status])} />
            {t("board.moveTo", { column: t(`status.${status}`) })}
          </Base.Item>
        );
      })}
    </Menu>
  );
}
