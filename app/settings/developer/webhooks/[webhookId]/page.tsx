import { useFormatter, useTranslations } from "next-intl";
import { readText } from "@/app/_ui/list/search-params";
import { orNull } from "@/app/_ui/page/or-not-found";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { CopyButton } from "@/app/_ui/shown/copy-button";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Fact, FactList, Figure, FigureList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import { findWithheldEvents } from "@/lib/events/send-operational";
import { now } from "@/lib/platform/clock";
import { countPausedDeliveries } from "@/lib/webhooks/delivery/recover";
import { DIAGNOSES } from "@/lib/webhooks/history/diagnosis";
import {
  type AttemptStats,
  type LatestAttempt,
  readAttemptStats,
  readLatestAttempts,
  readSuccess,
  type SuccessSummary,
} from "@/lib/webhooks/history/stats-query";
import { readWebhook, type Webhook } from "@/lib/webhooks/queries";
import { openWebhook } from "@/lib/webhooks/settings/open-webhook";
import { SuccessShare } from "../sparkline";
import { SwitchForm, webhookTab } from "../webhook-page";
import { LastDelivery } from "../webhook-status";
import { HourChart } from "./hour-chart";
import { LastFailures } from "./last-failures";
import { WebhookNotices } from "./webhook-notices";

export const generateMetadata = pageTitle("webhooks.detailTitle");

export default webhookTab("overview", async function WebhookPage({ access, webhook, userId, query }) {
  const [[success], stats, held, latest, replaced, withheld] = await Promise.all([
    readSuccess([webhook.id]),
    readAttemptStats(access),
    countPausedDeliveries(access),
    readLatestAttempts([webhook.id]),
    findReplaced(userId, readText(query, "replaces")),
    findWithheldEvents(webhook.id),
  ]);
  return (
    <div className="grid gap-x-10 gap-y-9">
      {replaced ? <ReplacedNotice replaced={replaced} /> : null}
      <WebhookNotices webhook={webhook} held={held} withheld={withheld} query={query} />
      {success ? <Figures success={success} stats={stats} /> : null}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {success ? <HourChart hours={success.hours} /> : null}
        <OutcomeChart outcomes={stats.byOutcome} />
      </div>
      <LastFailures access={access} userId={userId} />
      <WebhookFacts webhook={webhook} latest={latest.get(webhook.id)} />
    </div>
  );
});

async function findReplaced(userId: string, webhookId: string): Promise<Webhook | null> {
  if (webhookId === "") return null;
  const replaced = await orNull(openWebhook(userId, webhookId).then(readWebhook));
  return replaced?.isActive ? replaced : null;
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

function Figures({ success, stats }: { success: SuccessSummary; stats: AttemptStats }) {
  const t = useTranslations("webhooks.figures");
  const format = useFormatter();
  const formatMs = (ms: number | null) => (ms === null ? "–" : t("ms", { ms: format.number(ms) }));
  return (
    <FigureList>
      <Figure name={t("success")} note={t("finished", { count: success.succeeded + success.failed })}>
        <SuccessShare success={success} none="–" />
      </Figure>
      <Figure name={t("attempts")} note={t("attemptsNote")}>
        {format.number(stats.attempts)}
      </Figure>
      <Figure name={t("p50")} note={t("p50Note")}>
        {formatMs(stats.p50Ms)}
      </Figure>
      <Figure name={t("p99")} note={t("p99Note")}>
        {formatMs(stats.p99Ms)}
      </Figure>
    </FigureList>
  );
}

function OutcomeChart({ outcomes }: { outcomes: AttemptStats["byOutcome"] }) {
  const t = useTranslations("webhooks.charts");
  const format = useFormatter();
  const total = outcomes.reduce((sum, { attempts }) => sum + attempts, 0);
  return (
    <Section id="by-outcome" title={t("byOutcome")}>
      {total === 0 ? (
        <p className="text-dense text-ink-3">{t("nothing")}</p>
      ) : (
        <table className="w-full table-fixed text-dense">
          <caption className="sr-only">{t("byOutcome")}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("outcome")}</th>
              <th scope="col">{t("attempts")}</th>
              <th scope="col">{t("share")}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ outcome, attempts }) => (
              <tr key={outcome}>
                <th scope="row" className="py-1 font-normal">
                  <OutcomeName outcome={outcome} />
                </th>
                <td className="w-14 py-1 pe-3 text-end">{format.number(attempts)}</td>
                <td className="w-2/5 py-1">
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 100 6"
                    preserveAspectRatio="none"
                    className="h-2 w-full rounded-full bg-muted"
                  >
                    <rect
                      width={Math.max(1, (attempts / total) * 100)}
                      height="6"
                      className={outcome === "2xx" ? "fill-good" : "fill-bad-solid"}
                    />
                  </svg>
                  <span className="sr-only">{format.number(attempts / total, { style: "percent" })}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function OutcomeName({ outcome }: { outcome: string }) {
  const t = useTranslations("deliveries.diagnosis");
  const diagnosis = DIAGNOSES.find((name) => name === outcome);
  if (diagnosis) return t(`${diagnosis}.title`);
  return <span className="font-mono">{outcome}</span>;
}

function WebhookFacts({ webhook, latest }: { webhook: Webhook; latest: LatestAttempt | undefined }) {
  const t = useTranslations("webhooks");
  const headers = Object.keys(webhook.customHeaders);
  return (
    <FactList>
      <Fact name={t("facts.id")}>
        <Copyable text={webhook.id} label={t("facts.id")} />
      </Fact>
      <Fact name={t("columns.room")}>
        <span className="flex min-w-0 items-center gap-1">
          {webhook.roomName}
          <CopyButton text={webhook.roomId} label={t("facts.roomId")} />
        </span>
      </Fact>
      <Fact name={t("columns.version")}>
        <span className="font-mono">{webhook.apiVersion}</span>
      </Fact>
      <Fact name={t("facts.events")}>
        <ul className="flex flex-wrap gap-1.5 py-1">
          {webhook.events.map((event) => (
            <li key={event} className="rounded border border-line px-1.5 py-0.5 font-mono text-xs break-all">
              {event}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={t("facts.headers")}>
        {headers.length === 0 ? (
          <span className="text-ink-3">{t("facts.none")}</span>
        ) : (
          <span className="font-mono text-xs break-all">{headers.join(", ")}</span>
        )}
      </Fact>
      {webhook.standardHeaders ? <Fact name={t("facts.signatures")}>{t("facts.standard")}</Fact> : null}
      <Fact name={t("columns.lastDelivery")}>
        {latest ? <LastDelivery latest={latest} now={now()} /> : <span className="text-ink-3">{t("never")}</span>}
      </Fact>
      <Fact name={t("facts.created")}>
        <span>
          <Time value={webhook.createdAt.toISOString()} style="date" />
          {webhook.createdByName ? (
            <span className="text-ink-3"> {t("by", { name: webhook.createdByName })}</span>
          ) : null}
        </span>
      </Fact>
    </FactList>
  );
}
