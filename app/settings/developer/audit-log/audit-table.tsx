import { useTranslations } from "next-intl";
import { AUDIT_PATH, writeQuery } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable, ListRow, ROW_CELL, RowLink } from "@/app/_ui/list/data-table";
import { Notice } from "@/app/_ui/page/notice";
import { Time } from "@/app/_ui/shown/time";
import { writeAuditCursor } from "@/lib/audit-log/audit-filter";
import type { ExportedRow } from "@/lib/audit-log/exported-row";
import type { AuditEntry } from "@/lib/audit-log/list-audit";
import { Outcome, What, Who } from "./entry-parts";

interface AuditTableProps {
  entries: readonly AuditEntry[];
  page: Record<string, string>;
  openedId: string | null;
}

export function AuditTable({ entries, page, openedId }: AuditTableProps) {
  const t = useTranslations("auditLog.columns");
  const isNarrow = openedId !== null;
  const inMost = isNarrow ? "hidden xl:table-cell" : "hidden sm:table-cell";
  const inWide = isNarrow ? "hidden 2xl:table-cell" : "hidden md:table-cell";
  const inWidest = isNarrow ? "hidden" : "hidden 2xl:table-cell";
  return (
    <DataTable
      caption={t("caption")}
      columns={[
        { name: t("at"), className: joinClasses("w-52", inMost) },
        { name: t("what") },
        { name: t("who"), className: joinClasses("w-52", inWide) },
        { name: t("outcome"), className: "w-28" },
        { name: t("requestId"), className: joinClasses("w-72", inWidest) },
      ]}
    >
      {entries.map((entry) => (
        <ListRow key={entry.id} isOpened={entry.id === openedId}>
          <td className={joinClasses(ROW_CELL, "text-ink-2", inMost)}>
            <Time value={entry.at.toISOString()} style="precise" />
          </td>
          <th scope="row" className={joinClasses(ROW_CELL, "font-normal")}>
            <RowLink
              id={entry.id}
              openedId={openedId}
              href={`${AUDIT_PATH}${writeQuery({ ...page, open: writeAuditCursor(entry) })}`}
            >
              <What entry={entry} />
            </RowLink>
          </th>
          <td className={joinClasses(ROW_CELL, "text-ink-2", inWide)}>
            <Who entry={entry} />
          </td>
          <td className={ROW_CELL}>
            <Outcome entry={entry} />
          </td>
          <td className={joinClasses(ROW_CELL, "font-mono text-xs text-ink-3", inWidest)}>{entry.requestId}</td>
        </ListRow>
      ))}
    </DataTable>
  );
}

export function MissedRow({ row: { number, index, exportedAt } }: { row: ExportedRow }) {
  const t = useTranslations("auditLog");
  const at = () => <Time value={exportedAt.toISOString()} />;
  return (
    <div className="mb-3">
      <Notice tone="warn">{t.rich("missed", { number: String(number), index: String(index), at })}</Notice>
    </div>
  );
}
