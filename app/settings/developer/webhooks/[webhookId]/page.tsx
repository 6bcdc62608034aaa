import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { countPausedDeliveries } from "@/lib/webhooks/recover";
import { readAttemptStats, readLatestAttempts, readSuccess } from "@/lib/webhooks/stats-query";
import { findWebhook } from "../find-webhook";
import { pathOf } from "../paths";
import { WebhookFrame } from "../webhook-frame";
import { Figures } from "./figures";
import { HourChart } from "./hour-chart";
import { OutcomeChart } from "./outcome-chart";
import { findReplaced, ReplacedNotice } from "./replaced-notice";
import { WebhookFacts } from "./webhook-facts";
import { WebhookNotices } from "./webhook-notices";

interface Props {
  params: Promise<{ webhookId: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("detailTitle") };
}

export default drawPage("webhook", async function WebhookPage({ params, searchParams }: Props) {
  const { webhookId } = await params;
  const { user } = await requireSession(pathOf(webhookId));
  const [{ access, webhook }, query] = await Promise.all([findWebhook(user.id, webhookId), searchParams]);
  const [[success], stats, held, latest, replaced] = await Promise.all([
    readSuccess([webhook.id]),
    readAttemptStats(access),
    countPausedDeliveries(access),
    readLatestAttempts([webhook.id]),
    findReplaced(user.id, readText(query, "replaces")),
  ]);
  return (
    <WebhookFrame webhook={webhook} tab="overview">
      <div className="grid gap-6">
        {replaced ? <ReplacedNotice replaced={replaced} /> : null}
        <WebhookNotices webhook={webhook} held={held} query={query} />
        {success ? <Figures success={success} stats={stats} /> : null}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {success ? <HourChart hours={success.hours} /> : null}
          <OutcomeChart outcomes={stats.byOutcome} />
        </div>
        <WebhookFacts webhook={webhook} latest={latest.get(webhook.id)} />
      </div>
    </WebhookFrame>
  );
});
