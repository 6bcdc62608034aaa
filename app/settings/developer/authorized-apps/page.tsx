import { AppWindow } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { listGrants } from "@/lib/oauth/grants-query";
import { now } from "@/lib/platform/clock";
import { EndedGrants } from "./ended-grants";
import { LiveGrant } from "./live-grant";
import { GRANTS_PATH } from "./paths";

export const generateMetadata = pageTitle("grants.title");

export default async function AuthorizedAppsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(GRANTS_PATH);
  const [params, grants, t] = await Promise.all([searchParams, listGrants(user.id), getTranslations("grants")]);
  const live = grants.filter(({ state }) => state === "active");
  const ended = grants.filter(({ state }) => state !== "active");
  const revoked = ended.find(({ id, reason }) => id === readText(params, "revoked") && reason === "user");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {revoked ? (
        <div className="mb-4">
          <Notice tone="good" role="status">
            {t("revokedNotice", { name: revoked.app.name })}
          </Notice>
        </div>
      ) : null}
      {grants.length === 0 ? <EmptyState icon={AppWindow} title={t("emptyTitle")} text={t("emptyText")} /> : null}
      {grants.length > 0 && live.length === 0 ? <p className="text-ink-2">{t("noneLive")}</p> : null}
      <div className="grid gap-4">
        {live.map((grant) => (
          <LiveGrant key={grant.id} grant={grant} now={now().toISOString()} />
        ))}
      </div>
      <EndedGrants grants={ended} />
    </>
  );
}
