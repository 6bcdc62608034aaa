import { Plug, Plus } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/session";
import { listConnectors } from "@/lib/connectors/queries";
import { now } from "@/lib/platform/clock";
import { ConnectorTable } from "./connector-table";
import { CONNECTORS_PATH } from "./paths";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("connectors"))("title") };
}

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
