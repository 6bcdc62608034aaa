import Link from "next/link";
import { useTranslations } from "next-intl";
import { Time } from "@/app/_ui/time";
import { pathOfRecord } from "@/app/rooms/_frame/paths";
import type { RecordRow } from "@/lib/records/queries";
import { RecordOriginLabel } from "./record-origin";
import { RecordStatusBadge } from "./record-status";

interface RecordListProps {
  roomId: string;
  records: readonly RecordRow[];
  now: string;
}

export function RecordList({ roomId, records, now }: RecordListProps) {
  const t = useTranslations("roomRecords");
  return (
    <ul className="card divide-y divide-line">
      {records.map((record) => (
        <li key={record.id} className="relative px-4 py-3 transition-colors hover:bg-muted/50">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
            <Link
              href={pathOfRecord(roomId, record.id)}
              className="min-w-0 flex-1 basis-48 font-medium break-words underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {record.title}
            </Link>
            <RecordStatusBadge status={record.status} />
          </div>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-2">
            <span className="min-w-0 truncate">{record.createdByName ?? t("nobody")}</span>
            <span className="relative">
              {t.rich("updated", {
                time: () => <Time value={record.updatedAt.toISOString()} style="relative" now={now} />,
              })}
            </span>
            <RecordOriginLabel origin={record.origin} />
            {record.version > 1 ? <span>{t("versionNumber", { version: record.version })}</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
