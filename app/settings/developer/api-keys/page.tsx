import { KeyRound, Plus, SearchX } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/session";
import { KEY_STATES } from "@/lib/api-keys/api-key";
import { type KeyFilter, matchesFilter } from "@/lib/api-keys/key-summary";
import { listKeys } from "@/lib/api-keys/queries";
import { now } from "@/lib/platform/clock";
import { KeyFilters } from "./key-filters";
import { KeyTable } from "./key-table";
import { LeakNotice } from "./leak-notice";

const PATH = "/settings/developer/api-keys";

export const generateMetadata = pageTitle("keys.title");

function readFilter(params: Awaited<SearchParams>): KeyFilter {
  const state = readText(params, "state");
  return {
    state: [...KEY_STATES, "usable" as const].find((known) => known === state) ?? "",
    owner: readText(params, "owner"),
    text: readText(params, "q"),
  };
}

export default async function ApiKeysPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(PATH);
  const [params, owners, t] = await Promise.all([searchParams, openOwners(user.id), getTranslations("keys")]);
  const filter = readFilter(params);
  const keys = await listKeys(owners);
  const shown = keys.filter((key) => matchesFilter(key, filter));
  const revoked = keys.find(({ id, state }) => id === readText(params, "revoked") && state === "revoked");
  const create = (
    <LinkButton look="primary" href={`${PATH}/new`}>
      <Plus aria-hidden />
      {t("create")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t("title")} description={t("description")}>
        {keys.length > 0 ? create : null}
      </PageHeader>
      {revoked ? (
        <div className="mb-4">
          <Notice tone="good" role="status">
            {t("revokedNotice", { name: revoked.name })}
          </Notice>
        </div>
      ) : null}
      {keys
        .filter(({ isLeakNews }) => isLeakNews)
        .map((key) => (
          <LeakNotice key={key.id} apiKey={key} />
        ))}
      {keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={t("emptyTitle")} text={t("emptyText")}>
          {create}
        </EmptyState>
      ) : (
        <>
          <KeyFilters
            filter={filter}
            organizations={owners.filter(({ owner }) => owner.kind === "organization").map(({ owner }) => owner)}
          />
          {shown.length > 0 ? (
            <KeyTable keys={shown} now={now().toISOString()} />
          ) : (
            <EmptyState icon={SearchX} title={t("noMatchTitle")} text={t("noMatchText")} />
          )}
          <p className="mt-3 text-xs text-ink-3">{t("count", { shown: shown.length, total: keys.length })}</p>
        </>
      )}
    </>
  );
}
