import { Inbox, RotateCw, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { EmptyState } from "@/app/_ui/empty-state";
import { FilterForm } from "@/app/_ui/filter-form";
import { pageTitle } from "@/app/_ui/page-title";
import { PageWatch } from "@/app/_ui/page-watch";
import { readText } from "@/app/_ui/search-params";
import { EVENT_TYPES } from "@/lib/events/catalog";
import { now } from "@/lib/platform/clock";
import { DELIVERY_STATES } from "@/lib/webhooks/delivery";
import { type DeliveryQuery, readDeliveryQuery, writeQuery } from "@/lib/webhooks/delivery-filter";
import { pathOf } from "../../paths";
import { TimeRange } from "../../time-range";
import { webhookTab } from "../../webhook-page";
import { EventCard } from "./event-card";
import { readHistory } from "./read-history";

export const generateMetadata = pageTitle("deliveries.title");

export default webhookTab("deliveries", async function DeliveriesPage({ access, webhook, query: given }) {
  const query = readDeliveryQuery((name) => readText(given, name));
  const after = readText(given, "after");
  const [{ page, fingerprint, isMoving }, t] = await Promise.all([
    readHistory(access, query, after),
    getTranslations("deliveries"),
  ]);
  const path = pathOf(webhook.id, "/deliveries");
  const filter = writeQuery({ ...query });
  const at = now().toISOString();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start gap-2">
        <DeliveryFilters key={JSON.stringify(query)} path={path} query={query} isFiltered={filter !== ""} />
        <LinkButton href={pathOf(webhook.id, "/redeliver")}>
          <RotateCw aria-hidden />
          {t("redeliverMany")}
        </LinkButton>
      </div>
      {after === "" ? (
        <PageWatch
          path={`${path}/pulse${filter}`}
          fingerprint={fingerprint}
          isMoving={isMoving}
          moving={t("watch.moving")}
          updated={t("watch.updated")}
        />
      ) : null}
      {page.events.length > 0 ? (
        <ol className="grid grid-cols-1 gap-3">
          {page.events.map((event) => (
            <EventCard key={event.eventId} webhookId={webhook.id} event={event} now={at} />
          ))}
        </ol>
      ) : filter !== "" || after !== "" ? (
        <EmptyState icon={SearchX} title={t("noMatchTitle")} text={t("noMatchText")} />
      ) : (
        <EmptyState icon={Inbox} title={t("emptyTitle")} text={t("emptyText")}>
          <LinkButton look="primary" href={pathOf(webhook.id, "/test")}>
            {t("sendSample")}
          </LinkButton>
        </EmptyState>
      )}
      <nav
        aria-label={t("pages")}
        className="mt-4 flex gap-4 text-dense empty:hidden [&>a]:underline [&>a]:underline-offset-4"
      >
        {after === "" ? null : <Link href={`${path}${filter}`}>{t("newest")}</Link>}
        {page.nextCursor ? (
          <Link href={`${path}${writeQuery({ ...query, after: page.nextCursor })}`}>{t("older")}</Link>
        ) : null}
      </nav>
    </>
  );
});

interface DeliveryFiltersProps {
  path: string;
  query: DeliveryQuery;
  isFiltered: boolean;
}

function DeliveryFilters({ path, query, isFiltered }: DeliveryFiltersProps) {
  const t = useTranslations("deliveries");
  return (
    <FilterForm
      path={path}
      label={t("filters.label")}
      isFiltered={isFiltered}
      className="min-w-0 max-sm:w-full sm:flex-1"
    >
      <ChoiceSelect
        name="state"
        label={t("filters.state")}
        value={query.state}
        all={t("filters.allStates")}
        options={DELIVERY_STATES.map((state) => [state, t(`states.${state}`)])}
      />
      <ChoiceSelect
        name="event"
        label={t("filters.event")}
        value={query.event}
        all={t("filters.allEvents")}
        options={EVENT_TYPES.map((type) => [type, type])}
      />
      <TimeRange query={query} all={t("filters.anyTime")} />
    </FilterForm>
  );
}
