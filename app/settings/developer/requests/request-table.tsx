import { useFormatter, useTranslations } from "next-intl";
import { MethodBadge } from "@/app/_reference/method-badge";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable, ListRow, ROW_CELL, RowLink } from "@/app/_ui/list/data-table";
import { Time } from "@/app/_ui/shown/time";
import type { RequestRow } from "@/lib/requests/request-row";
import { RequestActor, RequestStatus } from "./request-parts";

interface RequestTableProps {
  rows: readonly RequestRow[];
  hrefOf: (row: RequestRow) => string;
  opened?: string | null;
  isNarrow?: boolean;
}

export function RequestTable({ rows, hrefOf, opened = null, isNarrow = false }: RequestTableProps) {
  const t = useTranslations("requests");
  const format = useFormatter();
  const wide = isNarrow ? "hidden" : "hidden 2xl:table-cell";
  const middle = isNarrow ? "hidden 2xl:table-cell" : "hidden lg:table-cell";
  return (
    <DataTable
      caption={t("columns.caption")}
      columns={[
        { name: t("columns.at"), className: "hidden w-52 md:table-cell" },
        { name: t("columns.what") },
        { name: t("columns.status"), className: isNarrow ? "w-20" : "w-20 lg:w-52" },
        { name: t("columns.duration"), className: "hidden w-16 text-end sm:table-cell" },
        { name: t("columns.who"), className: `w-40 ${middle}` },
        { name: t("columns.units"), className: `w-20 text-end ${middle}` },
        { name: t("columns.requestId"), className: `w-64 ${wide}` },
      ]}
    >
      {rows.map((row) => (
        <ListRow key={row.id} isOpened={row.id === opened}>
          <td className={joinClasses(ROW_CELL, "hidden text-ink-2 md:table-cell")}>
            <Time value={row.at.toISOString()} style="precise" />
          </td>
          <th scope="row" className={joinClasses(ROW_CELL, "font-normal")}>
            <RowLink id={row.id} openedId={opened} href={hrefOf(row)} className="flex items-center gap-2">
              <MethodBadge method={row.method} />
              <span className="min-w-0 truncate font-mono text-xs" title={row.route}>
                {row.route}
              </span>
            </RowLink>
          </th>
          <td className={ROW_CELL}>
            <span className="flex items-center gap-2">
              <RequestStatus status={row.status} />
              {row.errorCode === null || isNarrow ? null : (
                <span className="hidden truncate font-mono text-xs text-ink-2 lg:inline">{row.errorCode}</span>
              )}
            </span>
          </td>
          <td className={joinClasses(ROW_CELL, "hidden text-end text-ink-2 sm:table-cell")}>
            {format.number(row.durationMs)}
          </td>
          <td className={joinClasses(ROW_CELL, "text-ink-2", middle)}>
            <RequestActor actor={row.actor} />
          </td>
          <td className={joinClasses(ROW_CELL, "text-end text-ink-2", middle)}>{format.number(row.units)}</td>
          <td className={joinClasses(ROW_CELL, "font-mono text-xs text-ink-3", wide)}>{row.requestId}</td>
        </ListRow>
      ))}
    </DataTable>
  );
}
