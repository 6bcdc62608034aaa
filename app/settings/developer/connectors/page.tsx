import { Plug, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { DataTable } from "@/app/_ui/data-table";
import { EmptyState } from "@/app/_ui/empty-state";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/session";
import { type Connector, listConnectors } from "@/lib/connectors/queries";
import { now } from "@/lib/platform/clock";
import { ConnectorRow } from "./connector-row";
import { CONNECTORS_PATH } from "./paths";

export const generateMetadata = pageTitle("connectors.title");

export default async function ConnectorsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(CONNECTORS_PATH);
  const [params, owners, t] = await Promise.all([searchParams, openOwners(user.id), getTranslations("connectors")]);
  const connectors = await listConnectors(owners);
  const create = (
    <LinkButton look="primary" href={`${CONNECTORS_PATH}/new`}>
      <Plus aria-hidden />
      {t("create")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t("title")} description={t("description")}>
        {connectors.length > 0 ? create : null}
      </PageHeader>
      {readText(params, "deleted") ? (
        <div className="mb-4">
          <Notice tone="good" role="status">
            {t("deletedNotice")}
          </Notice>
        </div>
      ) : null}
      {connectors.length > 0 ? (
        <ConnectorTable connectors={connectors} showsOwner={owners.length > 1} now={now()} />
      ) : (
        <EmptyState icon={Plug} title={t("emptyTitle")} text={t("emptyText")}>
          {create}
        </EmptyState>
      )}
    </>
  );
}

interface ConnectorTableProps {
  connectors: readonly Connector[];
  showsOwner: boolean;
  now: Date;
}

function ConnectorTable({ connectors, showsOwner, now }: ConnectorTableProps) {
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
