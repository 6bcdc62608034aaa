import { Plus, SearchX, ShieldCheck, Webhook as WebhookIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pathOfNewRoom, WEBHOOKS_PATH } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { DataTable } from "@/app/_ui/list/data-table";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";
import { now } from "@/lib/platform/clock";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import { ApiVersion } from "@/lib/webhooks/delivery/payload";
import { readLatestAttempts, readSuccess } from "@/lib/webhooks/history/stats-query";
import { listWebhooks } from "@/lib/webhooks/queries";
import { openWebhookRooms, type WebhookRoomAccess } from "@/lib/webhooks/settings/open-webhook";
import { matchesFilter, WEBHOOK_STATES, type WebhookFilter } from "@/lib/webhooks/settings/webhook-summary";
import { type ListedWebhook, WebhookRow } from "./webhook-row";

export const generateMetadata = pageTitle("webhooks.title");

function readFilter(params: Awaited<SearchParams>): WebhookFilter {
  const [state, version] = [readText(params, "state"), readText(params, "version")];
  return {
    room: readText(params, "room"),
    state: WEBHOOK_STATES.find((known) => known === state) ?? "",
    version: ApiVersion.options.find((known) => known === version) ?? "",
    text: readText(params, "q"),
  };
}

export default async function WebhooksPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(WEBHOOKS_PATH);
  const [params, rooms, t] = await Promise.all([searchParams, openWebhookRooms(user.id), getTranslations("webhooks")]);
  const all = await listWithFigures(rooms);
  const filter = readFilter(params);
  const shown = all.filter(({ webhook }) => matchesFilter(webhook, filter));
  const create = (
    <IconLink icon={Plus} look="primary" href={`${WEBHOOKS_PATH}/new`}>
      {t("create")}
    </IconLink>
  );
  return (
    <>
      <PageHeader title={t("title")}>
        <IconLink icon={ShieldCheck} href={`${WEBHOOKS_PATH}/verify`}>
          {t("verifyAction")}
        </IconLink>
        {all.length > 0 ? create : null}
      </PageHeader>
      {readText(params, "deleted") ? (
        <div className="mb-4">
          <DoneNotice>{t("deletedNotice")}</DoneNotice>
        </div>
      ) : null}
      {all.length === 0 ? (
        <EmptyState icon={WebhookIcon} title={t("emptyTitle")} text={rooms.length > 0 ? t("emptyText") : t("noRooms")}>
          {rooms.length > 0 ? (
            create
          ) : (
            <IconLink look="primary" icon={Plus} href={pathOfNewRoom("", "webhook")}>
              {t("createRoom")}
            </IconLink>
          )}
        </EmptyState>
      ) : (
        <>
          <WebhookFilters
            filter={filter}
            rooms={rooms.map(({ roomId, roomName }) => ({ id: roomId, name: roomName }))}
          />
          {shown.length > 0 ? (
            <WebhookTable webhooks={shown} now={now()} />
          ) : (
            <EmptyState icon={SearchX} title={t("noMatchTitle")} />
          )}
          <p className="mt-3 text-xs text-ink-3">{t("count", { shown: shown.length, total: all.length })}</p>
        </>
      )}
    </>
  );
}

async function listWithFigures(rooms: readonly WebhookRoomAccess[]): Promise<ListedWebhook[]> {
  const webhooks = await listWebhooks(rooms);
  const ids = webhooks.map(({ id }) => id);
  const [summaries, latest] = await Promise.all([readSuccess(ids), readLatestAttempts(ids)]);
  return webhooks.flatMap((webhook, n) => {
    const success = summaries[n];
    return success ? [{ webhook, success, latest: latest.get(webhook.id) }] : [];
  });
}

function WebhookTable({ webhooks, now }: { webhooks: readonly ListedWebhook[]; now: Date }) {
  const t = useTranslations("webhooks.columns");
  const columns = [
    { name: t("webhook") },
    { name: t("room"), className: "hidden w-32 lg:table-cell" },
    { name: t("version"), className: "hidden w-24 xl:table-cell" },
    { name: t("success"), className: "hidden w-40 md:table-cell" },
    { name: t("lastDelivery"), className: "hidden w-36 lg:table-cell" },
    { name: t("state"), className: "w-32" },
  ];
  return (
    <DataTable caption={t("caption")} columns={columns}>
      {webhooks.map((listed) => (
        <WebhookRow key={listed.webhook.id} listed={listed} now={now} />
      ))}
    </DataTable>
  );
}

interface WebhookFiltersProps {
  filter: WebhookFilter;
  rooms: readonly { id: string; name: string }[];
}

const VERSIONS = [
  [WEBHOOK_API_VERSION_V2, "v2"],
  [WEBHOOK_API_VERSION_V1, "v1"],
] as const;

function WebhookFilters({ filter, rooms }: WebhookFiltersProps) {
  const t = useTranslations("webhookForms.filters");
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path={WEBHOOKS_PATH}
      label={t("label")}
      isFiltered={Object.values(filter).some(Boolean)}
    >
      <SearchField label={t("text")} text={filter.text} />
      <ChoiceSelect
        name="state"
        label={t("state")}
        value={filter.state}
        all={t("allStates")}
        options={WEBHOOK_STATES.map((state) => [state, t(`states.${state}`)])}
      />
      <ChoiceSelect
        name="version"
        label={t("version")}
        value={filter.version}
        all={t("allVersions")}
        options={VERSIONS}
      />
      {rooms.length > 1 ? (
        <ChoiceSelect
          name="room"
          label={t("room")}
          value={filter.room}
          all={t("allRooms")}
          options={rooms.map(({ id, name }) => [id, name])}
        />
      ) : null}
    </FilterForm>
  );
}
