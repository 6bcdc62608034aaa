import { History, PencilLine, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/button";
import { pathOfRecord } from "@/app/rooms/_frame/paths";
import type { LifecycleAction, RecordAction } from "@/lib/records/rules";
import type { OpenedRecord } from "../open-record";
import { RecordStatusBadge } from "../record-status";
import { MoveForm } from "./move-form";

const STANDING: readonly LifecycleAction[] = ["lock", "unlock", "archive", "unarchive"];

export function RecordHeader({ opened: { roomId, record, moves } }: { opened: OpenedRecord }) {
  const t = useTranslations("roomRecords");
  const can = (move: RecordAction) => moves.includes(move);
  const standing = STANDING.filter(can);
  return (
    <header className="mb-5 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="min-w-0 text-xl font-semibold tracking-tight break-words">{record.title}</h2>
        <RecordStatusBadge status={record.status} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {can("edit") ? (
          <LinkButton look="primary" size="small" href={pathOfRecord(roomId, record.id, "/edit")}>
            <PencilLine aria-hidden />
            {t("edit")}
          </LinkButton>
        ) : null}
        <LinkButton size="small" href={pathOfRecord(roomId, record.id, "/versions")}>
          <History aria-hidden />
          {t("versions.title")}
        </LinkButton>
        {standing.length > 0 ? <MoveForm roomId={roomId} recordId={record.id} moves={standing} /> : null}
        {can("delete") ? (
          <LinkButton look="dangerPlain" size="small" href={pathOfRecord(roomId, record.id, "/delete")}>
            <Trash2 aria-hidden />
            {t("delete.action")}
          </LinkButton>
        ) : null}
      </div>
    </header>
  );
}
