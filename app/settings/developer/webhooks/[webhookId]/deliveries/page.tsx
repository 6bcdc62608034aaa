import { Inbox, RotateCw, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { webhookPath, writeQuery } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { ListPane, PageLinks } from "@/app/_ui/list/list-pane";
import { PageWatch } from "@/app/_ui/list/page-watch";
import { readText } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { pageTitle } from "@/app/_ui/page/page-title";
import { EVENT_TYPES } from "@/lib/events/catalog";
import { now } from "@/lib/platform/clock";
import { WEBHOOK_HISTORY_RETENTION_DAYS } from "@/lib/platform/limits";
import { DELIVERY_STATES } from "@/lib/webhooks/delivery/delivery-state";
import { type DeliveryQuery, readDeliveryQuery } from "@/lib/webhooks/history/delivery-filter";
import type { EventDeliveries } from "@/lib/webhooks/history/history-query";
import { TimeRange } from "../../time-range";
import { webhookTab } from "../../webhook-page";
import { DeliveryPane } from "./delivery-pane";
import { DeliveryTable } from "./delivery-table";
import { readHistory, readOpened } from "./read-history";

export const generateMetadata = pageTitle("deliveries.title");

export default webhookTab("deliveries", async function DeliveriesPage({ access, webhook, query: given }) {
  const query = readDeliveryQuery((name) => readText(given, name));
  const after = readText(given, "after");
  const [{ page, fingerprint, isMoving }, opened, t] = await Promise.all([
    readHistory(access, query, after),
    readOpened(access, { open: readText(given, "open"), attempt: readText(given, "attempt") }),
    getTranslations("deliveries"),
  ]);
  const path = webhookPath(webhook.id, "/deliveries");
  const filter = writeQuery({ ...query });
  return (
    <>
      <DeliveryList
        tools={
          <DeliveryTools webhookId={webhook.id} query={query}>
            {after === "" ? (
              <PageWatch
                path={`${path}/pulse${filter}`}
                fingerprint={fingerprint}
                isMoving={isMoving}
                moving={t("watch.moving")}
                updated={t("watch.updated")}
              />
            ) : null}
          </DeliveryTools>
        }
        webhookId={webhook.id}
        events={page.events}
        opened={opened}
        place={{ ...query, after }}
      />
      <PageLinks
        label={t("pages")}
        newest={after === "" ? null : `${path}${filter}`}
        older={page.nextCursor && `${path}${writeQuery({ ...query, after: page.nextCursor })}`}
      />
    </>
  );
});

interface DeliveryListProps {
  tools: ReactNode;
  webhookId: string;
  events: readonly EventDeliveries[];
  opened: Awaited<ReturnType<typeof readOpened>>;
  place: Record<string, string>;
}

function DeliveryList({ tools, webhookId, events, opened, place }: DeliveryListProps) {
  const t = useTranslations("deliveries");
  const at = now().toISOString();
  const hrefOf = (shown: Record<string, string>) =>
    `${webhookPath(webhookId, "/deliveries")}${writeQuery({ ...place, ...shown })}`;
  return (
    <ListPane
      tools={tools}
      list={
        events.length > 0 ? (
          <DeliveryTable
            events={events}
            openedId={opened?.event.eventId ?? null}
            hrefOf={({ eventId }) => hrefOf({ open: eventId })}
            now={at}
          />
        ) : (
          <NoDeliveries webhookId={webhookId} isFiltered={writeQuery(place) !== ""} />
        )
      }
      about={t("about", { days: WEBHOOK_HISTORY_RETENTION_DAYS })}
      pane={
        opened && {
          id: opened.event.eventId,
          title: <span className="font-mono text-dense">{opened.event.event}</span>,
          label: t("pane.label"),
          closeLabel: t("pane.close"),
          closePath: hrefOf({}),
          children: (
            <DeliveryPane
              webhookId={webhookId}
              event={opened.event}
              attempt={opened.attempt}
              hrefOfAttempt={(attempt) => hrefOf({ open: opened.event.eventId, attempt })}
              now={at}
            />
          ),
        }
      }
    />
  );
}

interface DeliveryToolsProps {
  webhookId: string;
  query: DeliveryQuery;
  children: ReactNode;
}

function DeliveryTools({ webhookId, query, children }: DeliveryToolsProps) {
  const t = useTranslations("deliveries");
  return (
    <div className="mb-2 flex flex-wrap items-start gap-2 [&>p]:mb-0 [&>p]:h-8 [&>p]:min-w-0">
      <DeliveryFilters key={JSON.stringify(query)} path={webhookPath(webhookId, "/deliveries")} query={query} />
      {children}
      <IconLink
        icon={RotateCw}
        href={webhookPath(webhookId, "/redeliver")}
        className="sm:ms-auto pointer-fine:h-8 pointer-fine:text-dense"
      >
        {t("redeliverMany")}
      </IconLink>
    </div>
  );
}

function NoDeliveries({ webhookId, isFiltered }: { webhookId: string; isFiltered: boolean }) {
  const t = useTranslations("deliveries");
  if (isFiltered) return <EmptyState icon={SearchX} title={t("noMatchTitle")} />;
  return (
    <EmptyState icon={Inbox} title={t("emptyTitle")} text={t("emptyText")}>
      <LinkButton look="primary" href={webhookPath(webhookId, "/test")}>
        {t("sendSample")}
      </LinkButton>
    </EmptyState>
  );
}

interface DeliveryFiltersProps {
  path: string;
  query: DeliveryQuery;
}

function DeliveryFilters({ path, query }: DeliveryFiltersProps) {
  const t = useTranslations("deliveries");
  const setCount = Object.values(query).filter(Boolean).length;
  return (
    <FilterForm
      path={path}
      label={t("filters.label")}
      isFiltered={setCount > 0}
      setCount={setCount}
      className="min-w-0 in-data-dense:mb-0!"
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
