import { KeyRound, Lightbulb, Plus, RefreshCw, SearchX, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { KEYS_PATH, keyPath, pathOfStep } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Menu } from "@/app/_ui/controls/menu";
import type { MenuItem } from "@/app/_ui/controls/menu-item";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { DataTable } from "@/app/_ui/list/data-table";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Time } from "@/app/_ui/shown/time";
import { requireSession } from "@/lib/accounts/sessions/session";
import { KEY_STATES } from "@/lib/api-keys/api-key";
import { type KeyFilter, type KeySummary, matchesFilter } from "@/lib/api-keys/key-summary";
import { listKeys } from "@/lib/api-keys/queries";
import { openOwnerOfArea } from "../open-area";
import { KeyStatus, LastUsed, LeakNotice } from "./key-status";

const STATES = ["usable", ...KEY_STATES] as const;

export const generateMetadata = pageTitle("keys.title");

function readFilter(params: Awaited<SearchParams>): KeyFilter {
  const state = readText(params, "state");
  return {
    state: STATES.find((known) => known === state) ?? "",
    text: readText(params, "q"),
  };
}

export default async function ApiKeysPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(KEYS_PATH);
  const [params, t] = await Promise.all([searchParams, getTranslations("keys")]);
  const filter = readFilter(params);
  const keys = await listKeys([await openOwnerOfArea(user.id, readText(params, "area"))]);
  const shown = keys.filter((key) => matchesFilter(key, filter));
  const revoked = keys.find(({ id, state }) => id === readText(params, "revoked") && state === "revoked");
  const create = (
    <IconLink look="primary" icon={Plus} href={`${KEYS_PATH}/new`}>
      {t("create")}
    </IconLink>
  );
  return (
    <>
      <PageHeader title={t("title")}>{keys.length > 0 ? create : null}</PageHeader>
      {revoked ? <DoneNotice className="mb-4">{t("revokedNotice", { name: revoked.name })}</DoneNotice> : null}
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
          <KeyFilters filter={filter} />
          {shown.length > 0 ? <KeyTable keys={shown} /> : <EmptyState icon={SearchX} title={t("noMatchTitle")} />}
          <p className="mt-3 text-xs text-ink-3">
            {t(shown.length < keys.length ? "countOf" : "count", { shown: shown.length, total: keys.length })}
          </p>
        </>
      )}
    </>
  );
}

function KeyFilters({ filter }: { filter: KeyFilter }) {
  const t = useTranslations("keyForm.filters");
  const states = useTranslations("keyForm.states");
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path={KEYS_PATH}
      label={t("label")}
      isFiltered={Object.values(filter).some(Boolean)}
    >
      <SearchField label={t("text")} text={filter.text} />
      <ChoiceSelect
        name="state"
        label={t("state")}
        value={filter.state}
        all={t("allStates")}
        options={STATES.map((state) => [state, states(state)])}
        className="w-40"
      />
    </FilterForm>
  );
}

const CELL = "px-3 py-3 align-top first:ps-4";

function KeyTable({ keys }: { keys: readonly KeySummary[] }) {
  const t = useTranslations("keys");
  const columns = [
    { name: t("columns.key") },
    { name: t("columns.creator"), className: "hidden w-36 lg:table-cell" },
    { name: t("columns.scopes"), className: "hidden w-24 xl:table-cell" },
    { name: t("columns.lastUsed"), className: "hidden w-36 md:table-cell" },
    { name: t("columns.expires"), className: "hidden w-32 lg:table-cell" },
    { name: t("columns.state"), className: "w-32 sm:w-36" },
    { name: t("columns.actions"), className: "hidden w-12 sm:table-cell", isNameHidden: true },
  ];
  return (
    <DataTable caption={t("title")} columns={columns}>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </DataTable>
  );
}

function KeyRow({ apiKey }: { apiKey: KeySummary }) {
  const t = useTranslations("keys");
  const path = keyPath(apiKey.id);
  const rotate: MenuItem = {
    label: t("rotate.action"),
    icon: <RefreshCw aria-hidden />,
    go: pathOfStep(path, "rotate"),
  };
  const revoke: MenuItem = {
    label: t("revoke.action"),
    icon: <Trash2 aria-hidden />,
    go: pathOfStep(path, "revoke"),
    isDangerous: true,
  };
  return (
    <tr className={joinClasses("transition-colors hover:bg-muted/50", !apiKey.isUsable && "text-ink-2")}>
      <th scope="row" className={joinClasses(CELL, "font-normal")}>
        <Link href={path} className="font-medium text-ink underline-offset-4 hover:underline">
          {apiKey.name}
        </Link>
        <span className="mt-0.5 block truncate font-mono text-xs text-ink-3">{apiKey.maskedKey}</span>
        {apiKey.allowedNetworks.length === 0 ? null : (
          <span className="mt-0.5 block truncate text-xs text-ink-3" title={apiKey.allowedNetworks.join(", ")}>
            {t("networks.short", { count: apiKey.allowedNetworks.length })}
          </span>
        )}
        <span className="mt-1 block text-xs text-ink-2 md:hidden">
          <LastUsed apiKey={apiKey} />
        </span>
        {apiKey.isForgotten ? <Advice path={path} /> : null}
      </th>
      <td className={joinClasses(CELL, "hidden lg:table-cell")}>
        <span className="block truncate">{apiKey.createdByName ?? "?"}</span>
      </td>
      <td className={joinClasses(CELL, "hidden xl:table-cell")}>
        <span title={apiKey.scopes.join(", ")}>{t("scopeCount", { count: apiKey.scopes.length })}</span>
      </td>
      <td className={joinClasses(CELL, "hidden md:table-cell")}>
        <LastUsed apiKey={apiKey} />
      </td>
      <td className={joinClasses(CELL, "hidden lg:table-cell")}>
        {apiKey.expiresAt === null ? (
          <span className="text-ink-3">{t("noExpiry")}</span>
        ) : (
          <Time value={apiKey.expiresAt} style="date" />
        )}
      </td>
      <td className={CELL}>
        <KeyStatus apiKey={apiKey} />
      </td>
      <td className="hidden pt-2 pe-2 text-end align-top sm:table-cell">
        {apiKey.isUsable ? (
          <Menu
            label={t("actionsFor", { name: apiKey.name })}
            items={apiKey.rotationRefusal ? [revoke] : [rotate, revoke]}
          />
        ) : null}
      </td>
    </tr>
  );
}

function Advice({ path }: { path: string }) {
  const t = useTranslations("keys");
  return (
    <span className="mt-1.5 flex items-start gap-1.5 text-xs text-warn">
      <Lightbulb aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        {t("unused")}{" "}
        <Link href={pathOfStep(path, "revoke")} className="underline underline-offset-2">
          {t("unusedAction")}
        </Link>
      </span>
    </span>
  );
}
