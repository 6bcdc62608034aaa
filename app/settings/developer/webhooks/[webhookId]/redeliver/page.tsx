import Form from "next/form";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { webhookPath } from "@/app/_links";
import { ApplyButton } from "@/app/_ui/list/apply-button";
import { readText } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { Notice } from "@/app/_ui/page/notice";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { now } from "@/lib/platform/clock";
import { readUnits } from "@/lib/usage/reserve";
import { countFailedDeliveries, countPausedDeliveries } from "@/lib/webhooks/delivery/recover";
import { type DeliveryQuery, readDeliveryQuery, readRange } from "@/lib/webhooks/history/delivery-filter";
import { TimeRange } from "../../time-range";
import { SwitchForm, webhookPage } from "../../webhook-page";
import { BulkForm } from "./bulk-form";

export const generateMetadata = pageTitle("deliveries.bulk.title");

export default webhookPage("/redeliver", async function RedeliverManyPage({ access, webhook, query: given }) {
  const asked = readDeliveryQuery((name) => readText(given, name));
  const query: DeliveryQuery = { ...asked, since: asked.since || "24h" };
  const at = now();
  const { from = new Date(0), to = at } = readRange(query, at);
  const [t, failed, held, units] = await Promise.all([
    getTranslations("deliveries.bulk"),
    countFailedDeliveries(access, { from, to }),
    countPausedDeliveries(access),
    readUnits(access.room.billing),
  ]);
  const shared = { webhookId: webhook.id, unitsLeft: units.remaining, isActive: webhook.isActive };
  return (
    <>
      <PageHeader
        back={<BackLink href={webhookPath(webhook.id, "/deliveries")}>{webhook.name}</BackLink>}
        title={t("title")}
        description={t("description")}
      />
      <div className="grid max-w-2xl grid-cols-1 gap-6">
        {webhook.isActive ? null : <InactiveHint webhookId={webhook.id} />}
        <section aria-labelledby="failed" className="grid grid-cols-1 gap-4">
          <h2 id="failed" className="text-lg font-semibold tracking-tight">
            {t("failed.title")}
          </h2>
          <RangeForm path={webhookPath(webhook.id, "/redeliver")} query={query} />
          <BulkForm
            kind="failed"
            cost={failed}
            range={{ from: from.toISOString(), to: to.toISOString() }}
            {...shared}
          />
        </section>
        <section aria-labelledby="held" className="grid grid-cols-1 gap-4">
          <div>
            <h2 id="held" className="text-lg font-semibold tracking-tight">
              {t("held.title")}
            </h2>
            <p className="mt-1 text-dense text-ink-2 text-pretty">{t("held.text")}</p>
          </div>
          <BulkForm kind="held" cost={held} range={null} {...shared} />
        </section>
      </div>
    </>
  );
});

function InactiveHint({ webhookId }: { webhookId: string }) {
  const t = useTranslations("deliveries.bulk");
  return (
    <Notice tone="warn">
      <p className="mb-3">{t("inactive")}</p>
      <SwitchForm webhookId={webhookId} isActive={false} returnTo="/redeliver" />
    </Notice>
  );
}

function RangeForm({ path, query }: { path: string; query: DeliveryQuery }) {
  const t = useTranslations("deliveries.filters");
  return (
    <Form action={path} key={JSON.stringify(query)} className="flex flex-wrap items-center gap-2">
      <TimeRange query={query} />
      <ApplyButton>{t("count")}</ApplyButton>
    </Form>
  );
}
