import { Inbox, RotateCw, SearchX } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { EmptyState } from "@/app/_ui/empty-state";
import { pageTitle } from "@/app/_ui/page-title";
import { PageWatch } from "@/app/_ui/page-watch";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { now } from "@/lib/platform/clock";
import { readDeliveryQuery, writeQuery } from "@/lib/webhooks/delivery-filter";
import { findWebhook } from "../../find-webhook";
import { pathOf } from "../../paths";
import { WebhookFrame } from "../../webhook-frame";
import { DeliveryFilters } from "./delivery-filters";
import { EventCard } from "./event-card";
import { readHistory } from "./read-history";

interface Props {
  params: Promise<{ webhookId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("deliveries.title");

export default drawPage("webhook", async function DeliveriesPage({ params, searchParams }: Props) {
  const { webhookId } = await params;
  const { user } = await requireSession(pathOf(webhookId, "/deliveries"));
  const [{ access, webhook }, given, t] = await Promise.all([
    findWebhook(user.id, webhookId),
    searchParams,
    getTranslations("deliveries"),
  ]);
  const query = readDeliveryQuery((name) => readText(given, name));
  const after = readText(given, "after");
  const { page, fingerprint, isMoving } = await readHistory(access, query, after);
  const path = pathOf(webhook.id, "/deliveries");
  const isFiltered = writeQuery({ ...query }) !== "";
  const at = now().toISOString();
  return (
    <WebhookFrame webhook={webhook} tab="deliveries">
      <div className="mb-4 flex flex-wrap items-start gap-2">
        <DeliveryFilters key={JSON.stringify(query)} path={path} query={query} />
        <LinkButton href={pathOf(webhook.id, "/redeliver")}>
          <RotateCw aria-hidden />
          {t("redeliverMany")}
        </LinkButton>
      </div>
      {after === "" ? (
        <PageWatch
          path={`${path}/pulse${writeQuery({ ...query })}`}
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
      ) : isFiltered || after !== "" ? (
        <EmptyState icon={SearchX} title={t("noMatchTitle")} text={t("noMatchText")} />
      ) : (
        <EmptyState icon={Inbox} title={t("emptyTitle")} text={t("emptyText")}>
          <LinkButton look="primary" href={pathOf(webhook.id, "/test")}>
            {t("sendSample")}
          </LinkButton>
        </EmptyState>
      )}
      <nav aria-label={t("pages")} className="mt-4 flex gap-4 text-dense empty:hidden">
        {after === "" ? null : (
          <Link href={`${path}${writeQuery({ ...query })}`} className="underline underline-offset-4">
            {t("newest")}
          </Link>
        )}
        {page.nextCursor ? (
          <Link
            href={`${path}${writeQuery({ ...query, after: page.nextCursor })}`}
            className="underline underline-offset-4"
          >
            {t("older")}
          </Link>
        ) : null}
      </nav>
    </WebhookFrame>
  );
});
