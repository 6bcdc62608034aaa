import { useTranslations } from "next-intl";
import { actsPath } from "@/app/_links";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { DataTable, ListRow, ROW_CELL, RowLink } from "@/app/_ui/list/data-table";
import { Time } from "@/app/_ui/shown/time";
import { Outcome, What, Who } from "@/app/settings/developer/audit-log/entry-parts";
import type { AdminAction } from "@/lib/admin/health/list-admin-actions";
import { writeAuditCursor } from "@/lib/audit-log/audit-filter";

interface ActTableProps {
  acts: readonly AdminAction[];
  page: Readonly<Record<string, string>>;
  openedId: string | null;
}

export function ActTable({ acts, page, openedId }: ActTableProps) {
  const [t, columns] = [useTranslations("administrationActs"), useTranslations("auditLog.columns")];
  const isNarrow = openedId !== null;
  const inMost = isNarrow ? "hidden xl:table-cell" : "hidden sm:table-cell";
  const inWide = isNarrow ? "hidden 2xl:table-cell" : "hidden md:table-cell";
  return (
    <DataTable
      caption={t("caption")}
      columns={[
        { name: columns("at"), className: mergeClasses("w-52", inMost) },
        { name: columns("what") },
        { name: t("concerns"), className: inWide },
        { name: columns("who"), className: mergeClasses("w-48", inWide) },
        { name: columns("outcome"), className: "w-24" },
      ]}
    >
      {acts.map((act) => (
        <ListRow key={act.id} isOpened={act.id === openedId}>
          <td className={mergeClasses(ROW_CELL, "text-ink-2", inMost)}>
            <Time value={act.at.toISOString()} style="precise" />
          </td>
          <th scope="row" className={mergeClasses(ROW_CELL, "text-start font-normal")}>
            <RowLink id={act.id} openedId={openedId} href={actsPath({ ...page, open: writeAuditCursor(act) })}>
              <What entry={act} />
            </RowLink>
          </th>
          <td className={mergeClasses(ROW_CELL, "text-ink-2", inWide)}>
            {act.tenantName ?? <span className="font-mono text-xs">{act.resourceId}</span>}
          </td>
          <td className={mergeClasses(ROW_CELL, "text-ink-2", inWide)}>
            <Actor act={act} />
          </td>
          <td className={ROW_CELL}>
            <Outcome entry={act} />
          </td>
        </ListRow>
      ))}
    </DataTable>
  );
}

function Actor({ act }: { act: AdminAction }) {
  const t = useTranslations("administrationActs");
  return act.details?.["by"] === "svc-server setup" ? t("commandLine") : <Who entry={act} />;
}
