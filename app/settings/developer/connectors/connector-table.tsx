import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import type { Connector } from "@/lib/connectors/read-store";
import { ConnectorRow } from "./connector-row";

const HEAD = "h-9 px-3 text-left text-xs font-medium text-ink-3 first:pl-4";

interface ConnectorTableProps {
  connectors: readonly Connector[];
  showsOwner: boolean;
  now: Date;
}

export function ConnectorTable({ connectors, showsOwner, now }: ConnectorTableProps) {
  const t = useTranslations("connectors.columns");
  return (
    <div className="card overflow-hidden">
      <table className="w-full table-fixed text-dense">
        <caption className="sr-only">{t("caption")}</caption>
        <thead className="border-b border-line bg-muted/60">
          <tr>
            <th scope="col" className={HEAD}>
              {t("connector")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-40 lg:table-cell")}>
              {t("rooms")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-44 md:table-cell")}>
              {t("toolProfile")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-40 xl:table-cell")}>
              {t("lastRun")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "w-28")}>
              {t("state")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {connectors.map((connector) => (
            <ConnectorRow key={connector.id} connector={connector} showsOwner={showsOwner} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
