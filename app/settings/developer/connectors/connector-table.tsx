import { useTranslations } from "next-intl";
import { DataTable } from "@/app/_ui/data-table";
import type { Connector } from "@/lib/connectors/connector";
import { ConnectorRow } from "./connector-row";

interface ConnectorTableProps {
  connectors: readonly Connector[];
  showsOwner: boolean;
  now: Date;
}

export function ConnectorTable({ connectors, showsOwner, now }: ConnectorTableProps) {
  const t = useTranslations("connectors.columns");
  const columns = [
    { name: t("connector") },
    { name: t("rooms"), className: "hidden w-40 lg:table-cell" },
    { name: t("toolProfile"), className: "hidden w-44 md:table-cell" },
    { name: t("lastRun"), className: "hidden w-40 xl:table-cell" },
    { name: t("state"), className: "w-28" },
  ];
  return (
    <DataTable caption={t("caption")} columns={columns}>
      {connectors.map((connector) => (
        <ConnectorRow key={connector.id} connector={connector} showsOwner={showsOwner} now={now} />
      ))}
    </DataTable>
  );
}
