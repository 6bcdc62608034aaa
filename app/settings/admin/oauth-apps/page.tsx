import { Hourglass, Link2, Plus, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { APPS_PATH, appPath, CLIENTS_PATH } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable } from "@/app/_ui/list/data-table";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Status } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import { type AppSummary, listApps } from "@/lib/oauth/apps/apps-query";
import { listClients } from "@/lib/oauth/client-documents/queries";
import { requireAdmin } from "../open-administration-page";
import { AppStatus } from "./app-page";

export const generateMetadata = pageTitle("apps.title");

export default renderPage("page", async function OAuthAppsPage() {
  const admin = await requireAdmin(APPS_PATH);
  const [apps, { waiting, changed }, t, clients] = await Promise.all([
    listApps(admin),
    listClients(admin),
    getTranslations("apps"),
    getTranslations("clients"),
  ]);
  const undecided = waiting.length + changed.length;
  const register = (
    <IconLink look="primary" icon={Plus} href={`${APPS_PATH}/new`}>
      {t("register")}
    </IconLink>
  );
  return (
    <>
      <PageHeader title={t("title")}>
        <IconLink icon={Link2} href={CLIENTS_PATH}>
          {clients("open")}
          {undecided > 0 ? (
            <Status tone="warn" icon={Hourglass}>
              {clients("openWaiting", { count: undecided })}
            </Status>
          ) : null}
        </IconLink>
        {apps.length > 0 ? register : null}
      </PageHeader>
      {apps.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t("emptyTitle")} text={t("emptyText")}>
          {register}
        </EmptyState>
      ) : (
        <>
          <AppTable apps={apps} />
          <p className="mt-3 text-xs text-ink-3">{t("count", { count: apps.length })}</p>
        </>
      )}
    </>
  );
});

const CELL = "px-3 py-3 align-top first:ps-4";
const WIDTHS = {
  app: "",
  type: "hidden w-32 md:table-cell",
  actor: "hidden w-24 xl:table-cell",
  scopes: "hidden w-24 xl:table-cell",
  grants: "hidden w-28 sm:table-cell",
  created: "hidden w-32 lg:table-cell",
  state: "w-28 sm:w-32",
} as const;
const COLUMNS = ["app", "type", "actor", "scopes", "grants", "created", "state"] as const;

function AppTable({ apps }: { apps: readonly AppSummary[] }) {
  const t = useTranslations("apps");
  const columns = COLUMNS.map((column) => ({ name: t(`columns.${column}`), className: WIDTHS[column] }));
  return (
    <DataTable caption={t("title")} columns={columns}>
      {apps.map((app) => (
        <AppRow key={app.id} app={app} />
      ))}
    </DataTable>
  );
}

function AppRow({ app }: { app: AppSummary }) {
  const t = useTranslations("apps");
  return (
    <tr className={joinClasses("transition-colors hover:bg-muted/50", !app.isActive && "text-ink-2")}>
      <th scope="row" className={joinClasses(CELL, "font-normal")}>
        <Link href={appPath(app.id)} className="font-medium text-ink underline-offset-4 hover:underline">
          {app.name}
        </Link>
        <span className="mt-0.5 block truncate text-xs text-ink-3">{app.developerName}</span>
        <span className="mt-0.5 block truncate text-xs text-ink-3 md:hidden">{t(app.clientType)}</span>
      </th>
      <td className={joinClasses(CELL, WIDTHS.type)}>{t(app.clientType)}</td>
      <td className={joinClasses(CELL, WIDTHS.actor)}>{t(app.actorType)}</td>
      <td className={joinClasses(CELL, WIDTHS.scopes)}>
        <span title={app.allowedScopes.join(", ")}>{t("scopeCount", { count: app.allowedScopes.length })}</span>
      </td>
      <td className={joinClasses(CELL, WIDTHS.grants)}>{t("grantCount", { count: app.liveGrants })}</td>
      <td className={joinClasses(CELL, WIDTHS.created)}>
        <Time value={app.createdAt} style="date" />
        <span className="block truncate text-xs text-ink-3">{t("by", { name: app.createdByName ?? "?" })}</span>
      </td>
      <td className={CELL}>
        <AppStatus isActive={app.isActive} />
      </td>
    </tr>
  );
}
