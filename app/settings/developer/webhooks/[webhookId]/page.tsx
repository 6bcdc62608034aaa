import { useTranslations } from "next-intl";
import { drawPage } from "@/app/_ui/draw-page";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { AppError } from "@/lib/platform/errors";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { readWebhook, type Webhook } from "@/lib/webhooks/queries";
import { countPausedDeliveries } from "@/lib/webhooks/recover";
import { readAttemptStats, readLatestAttempts, readSuccess } from "@/lib/webhooks/stats-query";
import { findWebhook } from "../find-webhook";
import { pathOf } from "../paths";
import { SwitchForm } from "../switch-form";
import { WebhookFrame } from "../webhook-frame";
import { Figures } from "./figures";
import { HourChart } from "./hour-chart";
import { OutcomeChart } from "./outcome-chart";
import { WebhookFacts } from "./webhook-facts";
import { WebhookNotices } from "./webhook-notices";

interface Props {
  params: Promise<{ webhookId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("webhooks.detailTitle");

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

/** The v1 webhook that this one was made from, while it still delivers. */
async function findReplaced(userId: string, webhookId: string): Promise<Webhook | null> {
  if (webhookId === "") return null;
  try {
    const replaced = await readWebhook(await openWebhook(userId, webhookId));
    return replaced.isActive ? replaced : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

function ReplacedNotice({ replaced }: { replaced: Webhook }) {
  const t = useTranslations("webhooks.replaced");
  return (
    <section aria-labelledby="replaced" className="card border-accent/40 p-5">
      <h2 id="replaced" className="font-semibold">
        {t("title", { name: replaced.name })}
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-dense text-ink-2 text-pretty">{t("text")}</p>
      <SwitchForm webhookId={replaced.id} isActive returnTo="" />
    </section>
  );
}
