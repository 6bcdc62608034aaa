import Link from "next/link";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Time } from "@/app/_ui/time";
import type { AppSummary } from "@/lib/oauth/app-summary";
import { AppStatus } from "./app-status";
import { appPath } from "./paths";

const HEAD = "h-9 px-3 text-left text-xs font-medium text-ink-3 first:pl-4";
const CELL = "px-3 py-3 align-top first:pl-4";
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

export function AppTable({ apps }: { apps: readonly AppSummary[] }) {
  const t = useTranslations("apps");
  return (
    <div className="card overflow-hidden">
      <table className="w-full table-fixed text-dense">
        <caption className="sr-only">{t("title")}</caption>
        <thead className="border-b border-line bg-muted/60">
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={mergeClasses(HEAD, WIDTHS[column])}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {apps.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AppRow({ app }: { app: AppSummary }) {
  const t = useTranslations("apps");
  return (
    <tr className={mergeClasses("transition-colors hover:bg-muted/50", !app.isActive && "text-ink-2")}>
      <th scope="row" className={mergeClasses(CELL, "text-left font-normal")}>
        <Link href={appPath(app.id)} className="font-medium text-ink underline-offset-4 hover:underline">
          {app.name}
        </Link>
        <span className="mt-0.5 block truncate text-xs text-ink-3">{app.developerName}</span>
        <span className="mt-0.5 block truncate text-xs text-ink-3 md:hidden">{t(app.clientType)}</span>
      </th>
      <td className={mergeClasses(CELL, WIDTHS.type)}>{t(app.clientType)}</td>
      <td className={mergeClasses(CELL, WIDTHS.actor)}>{t(app.actorType)}</td>
      <td className={mergeClasses(CELL, WIDTHS.scopes)}>
        <span title={app.allowedScopes.join(", ")}>{t("scopeCount", { count: app.allowedScopes.length })}</span>
      </td>
      <td className={mergeClasses(CELL, WIDTHS.grants)}>{t("grantCount", { count: app.liveGrants })}</td>
      <td className={mergeClasses(CELL, WIDTHS.created)}>
        <Time value={app.createdAt} style="date" />
        <span className="block truncate text-xs text-ink-3">{t("by", { name: app.createdByName ?? "?" })}</span>
      </td>
      <td className={CELL}>
        <AppStatus isActive={app.isActive} />
      </td>
    </tr>
  );
}
