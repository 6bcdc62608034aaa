import { Plug, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CONNECTORS_PATH, connectorPath, runPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable } from "@/app/_ui/list/data-table";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Ago } from "@/app/_ui/shown/ago";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type Connector, listConnectors } from "@/lib/agents/connectors/queries";
import { RunStatus } from "../agent-runs/run-steps";
import { ConnectorStatus } from "./connector-status";

export const generateMetadata = pageTitle("connectors.title");

export default async function ConnectorsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(CONNECTORS_PATH);
  const [params, owners, t] = await Promise.all([searchParams, openOwners(user.id), getTranslations("connectors")]);
  const connectors = await listConnectors(owners);
  const create = (
    <IconLink look="primary" icon={Plus} href={`${CONNECTORS_PATH}/new`}>
      {t("create")}
    </IconLink>
  );
  return (
    <>
      <PageHeader title={t("title")}>{connectors.length > 0 ? create : null}</PageHeader>
      {readText(params, "deleted") ? <DoneNotice className="mb-4">{t("deletedNotice")}</DoneNotice> : null}
      {connectors.length > 0 ? (
        <ConnectorTable connectors={connectors} showsOwner={owners.length > 1} />
      ) : (
        <EmptyState icon={Plug} title={t("emptyTitle")} text={t("emptyText")}>
          {create}
        </EmptyState>
      )}
    </>
  );
}

function ConnectorTable({ connectors, showsOwner }: { connectors: readonly Connector[]; showsOwner: boolean }) {
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
        <ConnectorRow key={connector.id} connector={connector} showsOwner={showsOwner} />
      ))}
    </DataTable>
  );
}

const CELL = "px-3 py-3 align-top first:ps-4";

function ConnectorRow({ connector, showsOwner }: { connector: Connector; showsOwner: boolean }) {
  const t = useTranslations("connectors");
  const { id, name, gatewayBaseUrl, agentId, model, rooms, toolProfile, networkMode, isEnabled, lastRun } = connector;
  const named = rooms.flatMap((room) => room.name ?? []).join(", ");
  return (
    <tr className={joinClasses("transition-colors hover:bg-muted/50", !isEnabled && "text-ink-2")}>
      <th scope="row" className={joinClasses(CELL, "font-normal")}>
        <Link href={connectorPath(id)} className="font-medium text-ink underline-offset-4 hover:underline">
          {name}
        </Link>
        <span className="mt-0.5 block truncate font-mono text-xs text-ink-3" title={gatewayBaseUrl}>
          {gatewayBaseUrl.replace(/^https?:\/\//, "")}
        </span>
        <span className="block truncate text-xs text-ink-3">
          {agentId === null ? t("modelIs", { name: model ?? "" }) : t("agentIs", { name: agentId })}
        </span>
        {showsOwner ? <span className="block truncate text-xs text-ink-3">{connector.ownerName}</span> : null}
        <span className="mt-1 block text-xs md:hidden">{t(`toolProfiles.${toolProfile}`)}</span>
        <span className="mt-1 block text-xs xl:hidden">{lastRun ? <LastRun run={lastRun} /> : null}</span>
      </th>
      <td className={joinClasses(CELL, "hidden lg:table-cell")}>
        {t("roomCount", { count: rooms.length })}
        <span className="block truncate text-xs text-ink-3" title={named}>
          {named}
        </span>
      </td>
      <td className={joinClasses(CELL, "hidden md:table-cell")}>
        {t(`toolProfiles.${toolProfile}`)}
        <span className="block text-xs text-ink-3">{t(`networkModes.${networkMode}`)}</span>
      </td>
      <td className={joinClasses(CELL, "hidden xl:table-cell")}>
        {lastRun ? <LastRun run={lastRun} /> : <span className="text-ink-3">{t("never")}</span>}
      </td>
      <td className={CELL}>
        <ConnectorStatus isEnabled={isEnabled} />
      </td>
    </tr>
  );
}

function LastRun({ run }: { run: NonNullable<Connector["lastRun"]> }) {
  return (
    <Link href={runPath(run.id)} className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 rounded-control">
      <RunStatus state={run.state} />
      <span className="text-xs text-ink-3">
        <Ago value={run.createdAt} />
      </span>
    </Link>
  );
}
