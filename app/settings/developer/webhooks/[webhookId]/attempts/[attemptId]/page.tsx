import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { BackLink } from "@/app/_ui/back-link";
import { CopyButton } from "@/app/_ui/copy-button";
import { drawPage } from "@/app/_ui/draw-page";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { orNotFound } from "@/app/_ui/or-not-found";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Panel } from "@/app/_ui/panel";
import { Time } from "@/app/_ui/time";
import { requireSession } from "@/lib/accounts/session";
import { readAttemptContext } from "@/lib/webhooks/attempt-context-query";
import type { AttemptDetail } from "@/lib/webhooks/delivery";
import { wasSent } from "@/lib/webhooks/diagnosis";
import { type EventDeliveries, readAttemptDetail } from "@/lib/webhooks/history-query";
import { AttemptOutcome } from "../../../attempt-outcome";
import { AttemptResult } from "../../../attempt-result";
import { pathOf } from "../../../paths";
import { RedeliverForm } from "../../../redeliver-form";
import { ReceivedAnswer, SentRequest } from "../../../sent-request";
import { findWebhook } from "../../../webhook-page";
import { AttemptSteps } from "./attempt-steps";

interface Props {
  params: Promise<{ webhookId: string; attemptId: string }>;
}

export const generateMetadata = pageTitle("deliveries.attemptTitle");

export default drawPage("attempt", async function AttemptPage({ params }: Props) {
  const { webhookId, attemptId } = await params;
  const { user } = await requireSession(pathOf(webhookId, `/attempts/${encodeURIComponent(attemptId)}`));
  const { access, webhook } = await findWebhook(user.id, webhookId);
  const attempt = await orNotFound(readAttemptDetail(access, attemptId));
  const [context, t] = await Promise.all([readAttemptContext(access, attempt.id), getTranslations("deliveries")]);
  const pathTo = (id: string | null) => (id === null ? null : pathOf(webhook.id, `/attempts/${id}`));
  return (
    <>
      <PageHeader
        back={<BackLink href={pathOf(webhook.id, "/deliveries")}>{webhook.name}</BackLink>}
        title={<span className="font-mono break-all">{attempt.event}</span>}
        description={t("attemptOf", { attempt: attempt.attempt })}
      >
        <AttemptSteps newer={pathTo(context.newerId)} older={pathTo(context.olderId)} />
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <section aria-labelledby="outcome" className="card p-5">
            <h2 id="outcome" className="sr-only">
              {t("outcome")}
            </h2>
            <AttemptOutcome outcome={attempt} />
            <div className="mt-4 flex flex-wrap gap-3">
              <RedeliverForm webhookId={webhook.id} attemptId={attempt.id} event={attempt.event} />
            </div>
          </section>
          <Panel id="answer" title={t("answer.title")}>
            <ReceivedAnswer sent={attempt} />
          </Panel>
          <Panel id="request" title={t(wasSent(attempt) ? "request.title" : "request.unsentTitle")}>
            <SentRequest sent={attempt} />
          </Panel>
        </div>
        <div className="grid min-w-0 gap-6">
          <AttemptFacts attempt={attempt} />
          <EventTimeline webhookId={webhook.id} currentId={attempt.id} attempts={context.ofEvent} />
        </div>
      </div>
    </>
  );
});

function AttemptFacts({ attempt }: { attempt: AttemptDetail }) {
  const t = useTranslations("deliveries.facts");
  return (
    <dl className="card grid divide-y divide-line text-dense">
      <Fact name={t("at")}>
        <Time value={attempt.deliveredAt} />
      </Fact>
      <Fact name={t("error")}>
        {attempt.error ? <span className="font-mono">{attempt.error}</span> : <span className="text-ink-3">–</span>}
      </Fact>
      {attempt.nextRetryAt ? (
        <Fact name={t("nextRetry")}>
          <Time value={attempt.nextRetryAt} />
        </Fact>
      ) : null}
      <Id name={t("id")} value={attempt.id} />
      {attempt.deliveryId ? <Id name={t("deliveryId")} value={attempt.deliveryId} /> : null}
      {attempt.eventId ? <Id name={t("eventId")} value={attempt.eventId} /> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="px-4 py-2">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Id({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <span className="flex items-center justify-between gap-1">
        <span className="min-w-0 font-mono text-xs break-all">{value}</span>
        <CopyButton text={value} label={name} />
      </span>
    </Fact>
  );
}

interface EventTimelineProps {
  webhookId: string;
  currentId: string;
  attempts: EventDeliveries["attempts"];
}

/** All attempts of the same event, including redeliveries. */
function EventTimeline({ webhookId, currentId, attempts }: EventTimelineProps) {
  const t = useTranslations("deliveries");
  if (attempts.length === 0) return null;
  return (
    <section aria-labelledby="timeline" className="card">
      <h2 id="timeline" className="border-b border-line px-4 py-3 font-semibold">
        {t("timeline")}
      </h2>
      <ol className="py-1.5 text-dense">
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <Link
              href={pathOf(webhookId, `/attempts/${attempt.id}`)}
              aria-current={attempt.id === currentId ? "true" : undefined}
              className={mergeClasses(
                "flex flex-wrap items-center gap-x-2 px-4 py-1.5 hover:bg-muted",
                attempt.id === currentId && "bg-muted",
              )}
            >
              <AttemptResult attempt={attempt} />
              <span className="ml-auto text-xs text-ink-3">
                <Time value={attempt.deliveredAt} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
