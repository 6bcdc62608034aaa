import { Kanban } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/app/_ui/empty-state";
import { BoardForm } from "../_form/board-form";

export function FirstBoard({ roomId, canWrite }: { roomId: string; canWrite: boolean }) {
  const t = useTranslations("roomTasks.boards");
  return (
    <EmptyState icon={Kanban} title={t("emptyTitle")} text={canWrite ? t("emptyText") : t("emptyGuest")}>
      {canWrite ? <BoardForm roomId={roomId} /> : null}
    </EmptyState>
  );
}
