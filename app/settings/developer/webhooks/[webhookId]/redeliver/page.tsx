import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { now } from "@/lib/platform/clock";
import { readUnits } from "@/lib/usage/reserve";
import { countRemaining } from "@/lib/usage/units";
import { readDeliveryQuery, readRange } from "@/lib/webhooks/delivery-filter";
import { countFailedDeliveries, countPausedDeliveries } from "@/lib/webhooks/recover";
import { BackLink } from "../../back-link";
import { findWebhook } from "../../find-webhook";
import { pathOf } from "../../paths";
import { SwitchForm } from "../../switch-form";
import { BulkForm } from "./bulk-form";
import { RangeForm } from "./range-form";

interface Props {
  params: Promise<{ webhookId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("deliveries.bulk.title");

export default drawPage("webhook", async function RedeliverManyPage({ params, searchParams }: Props) {
  const { webhookId } = await params;
  const { user } = await requireSession(pathOf(webhookId, "/redeliver"));
  const [{ access, webhook }, given, t] = await Promise.all([
    findWebhook(user.id, webhookId),
    searchParams,
    getTranslations("deliveries.bulk"),
  ]);
  const query = readDeliveryQuery((name) => readText(given, name));
  const since = query.since || "24h";
  const at = now();
  const { from = new Date(0), to = at } = readRange({ ...query, since }, at);
  const [failed, held, units] = await Promise.all([
    countFailedDeliveries(access, { from, to }),
    countPausedDeliveries(access),
    readUnits(access.room.billing),
  ]);
  const shared = { webhookId: webhook.id, unitsLeft: countRemaining(units), isActive: webhook.isActive };
  return (
    <>
      <PageHeader
        back={<BackLink webhook={webhook} rest="/deliveries" />}
        title={t("title")}
        description={t("description")}
      />
      <div className="grid max-w-2xl grid-cols-1 gap-6">
        {webhook.isActive ? null : <InactiveHint webhookId={webhook.id} />}
        <section aria-labelledby="failed" className="card grid grid-cols-1 gap-4 p-5">
          <h2 id="failed" className="font-semibold">
            {t("failed.title")}
          </h2>
          <RangeForm path={pathOf(webhook.id, "/redeliver")} query={{ ...query, since }} />
          <BulkForm
            kind="failed"
            cost={failed}
            range={{ from: from.toISOString(), to: to.toISOString() }}
            {...shared}
          />
        </section>
        <section aria-labelledby="held" className="card grid grid-cols-1 gap-4 p-5">
          <div>
            <h2 id="held" className="font-semibold">
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
