import { CircleCheck, CircleDashed, CircleDot } from "lucide-react";
import { useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Status } from "@/app/_ui/shown/status";
import type { TaskStatus } from "@/lib/tasks/status";

const LOOKS = {
  NOT_STARTED: { icon: CircleDashed, tone: "neutral", color: "text-ink-3" },
  IN_PROGRESS: { icon: CircleDot, tone: "accent", color: "text-accent" },
  COMPLETED: { icon: CircleCheck, tone: "good", color: "text-good" },
} as const;

export function TaskStatusIcon({ status }: { status: TaskStatus }) {
  const { icon: Icon, color } = LOOKS[status];
  return <Icon aria-hidden className={joinClasses("size-4 shrink-0", color)} />;
}

export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  const t = useTranslations("roomTasks.status");
  const { icon, tone } = LOOKS[status];
  return (
    <Status tone={tone} icon={icon}>
      {t(status)}
    </Status>
  );
}
