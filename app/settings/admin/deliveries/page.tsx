import { CircleCheck, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { TROUBLED_HOSTS_PATH, tenantPath, troubledHostsPath } from "@/app/_links";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { ListHeader, ListPane } from "@/app/_ui/list/list-pane";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Ago } from "@/app/_ui/shown/ago";
import { Copyable } from "@/app/_ui/shown/copyable";
import { listTroubledHosts } from "@/lib/admin/health/list-troubled-hosts";
import { TROUBLES, type TroubledHost, type TroubledWebhook } from "@/lib/admin/health/troubled-host";
import { HealthTabs } from "../_health/health-tabs";
import { requireAdmin } from "../open-administration-page";
import { FailureText, HostTable, TroubleCounts } from "./host-table";

export const generateMetadata = pageTitle("troubledHosts.title");

/** Receivers that cannot be reached, the tenants they affect, and deliveries that wait on purpose. */
export default renderPage("page", async function TroubledHostsPage({ searchParams }: { searchParams: SearchParams }) {
  const admin = await requireAdmin(TROUBLED_HOSTS_PATH);
  const [params, { hosts, tenants, isCut }, t] = await Promise.all([
    searchParams,
    listTroubledHosts(admin),
    getTranslations("troubledHosts"),
  ]);
  const q = readText(params, "q").trim().toLowerCase();
  const trouble = TROUBLES.find((known) => known === readText(params, "trouble")) ?? "";
  const filter = { q, trouble };
  const found = hosts.filter(
    ({ host, troubles }) => host.includes(q) && (trouble === "" || troubles.includes(trouble)),
  );
  const opened = hosts.find(({ host }) => host === readText(params, "host"));
  return (
    <>
      <ListHeader title={t("title")} />
      <HealthTabs current="troubledHosts" />
      <ListPane
        tools={<HostFilters filter={filter} />}
        list={
          <>
            {found.length > 0 ? (
              <HostTable hosts={found} filter={filter} openedHost={opened?.host ?? null} />
            ) : (
              <NoHosts isFiltered={q !== "" || trouble !== ""} />
            )}
            {isCut ? (
              <div className="mt-3">
                <Notice>{t("cut")}</Notice>
              </div>
            ) : null}
          </>
        }
        about={t("description")}
        pane={
          opened
            ? {
                id: opened.host,
                title: <span className="font-mono">{opened.host}</span>,
                label: t("pane.label"),
                closeLabel: t("pane.close"),
                closePath: troubledHostsPath(filter),
                children: <HostPane host={opened} tenants={tenants} />,
              }
            : null
        }
      />
    </>
  );
});

function HostFilters({ filter: { q, trouble } }: { filter: { q: string; trouble: string } }) {
  const t = useTranslations("troubledHosts");
  return (
    <FilterForm
      key={`${q} ${trouble}`}
      path={TROUBLED_HOSTS_PATH}
      label={t("filters.label")}
      isFiltered={q !== "" || trouble !== ""}
    >
      <ChoiceSelect
        name="trouble"
        label={t("columns.trouble")}
        value={trouble}
        all={t("filters.all")}
        options={TROUBLES.map((known) => [known, t(`troubles.${known}`)])}
      />
      <SearchField label={t("filters.host")} text={q} />
    </FilterForm>
  );
}

function NoHosts({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations("troubledHosts");
  return isFiltered ? (
    <EmptyState icon={SearchX} title={t("noMatchTitle")} />
  ) : (
    <EmptyState icon={CircleCheck} title={t("emptyTitle")} text={t("emptyText")} />
  );
}

const SHOWN_MAX = 30;

interface HostPaneProps {
  host: TroubledHost;
  tenants: ReadonlyMap<string, string | null>;
}

/** The webhooks that a host affects. Shows nothing of the requests themselves. */
function HostPane({ host: { webhooks, lastFailure }, tenants }: HostPaneProps) {
  const t = useTranslations("troubledHosts.pane");
  const diagnoses = useTranslations("deliveries.diagnosis");
  const left = webhooks.length - SHOWN_MAX;
  return (
    <div className="grid gap-4 text-dense">
      {lastFailure ? (
        <p className="text-pretty">
          <span className="font-medium">
            <FailureText failure={lastFailure} />
          </span>{" "}
          <span className="text-ink-3">
            <Ago value={lastFailure.at} />
          </span>
          <span className="block text-ink-2">
            {t("toOwner")} {diagnoses(`${lastFailure.diagnosis}.advice`)}
          </span>
        </p>
      ) : null}
      <ul aria-label={t("webhooks")} className="grid divide-y divide-line">
        {webhooks.slice(0, SHOWN_MAX).map((webhook) => (
          <li key={webhook.webhookId} className="grid gap-1.5 py-3 first:pt-0">
            <AffectedWebhook webhook={webhook} tenant={tenants.get(webhook.tenantId) ?? null} />
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="text-ink-3">{t("more", { count: left })}</p> : null}
    </div>
  );
}

function AffectedWebhook({ webhook, tenant }: { webhook: TroubledWebhook; tenant: string | null }) {
  const t = useTranslations("troubledHosts.pane");
  const tenants = useTranslations("tenants");
  const { webhookId, tenantId, oldestAt, disabledReason, lastFailure } = webhook;
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <Link href={tenantPath(tenantId)} prefetch={false} className="font-medium underline underline-offset-4">
          {tenant ?? tenants("noName")}
        </Link>
        <TroubleCounts of={webhook} />
      </p>
      <Copyable text={webhookId} label={t("webhookId")} />
      {oldestAt === null ? null : (
        <p className="text-ink-2">
          {t.rich(disabledReason === null ? "oldest" : `disabled.${disabledReason}`, {
            ago: () => <Ago value={oldestAt} />,
          })}
        </p>
      )}
      {lastFailure === null ? null : (
        <p className="text-ink-2">
          {t("failure")} <FailureText failure={lastFailure} />
        </p>
      )}
    </>
  );
}
