import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { orNotFound } from "@/app/_ui/or-not-found";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { requireSession } from "@/lib/accounts/session";
import { readAttemptContext } from "@/lib/webhooks/attempt-context-query";
import { wasSent } from "@/lib/webhooks/diagnosis";
import { readAttemptDetail } from "@/lib/webhooks/history-query";
import { AttemptOutcome } from "../../../attempt-outcome";
import { BackLink } from "../../../back-link";
import { findWebhook } from "../../../find-webhook";
import { pathOf } from "../../../paths";
import { RedeliverForm } from "../../../redeliver-form";
import { ReceivedAnswer, SentRequest } from "../../../sent-request";
import { AttemptFacts } from "./attempt-facts";
import { AttemptSteps } from "./attempt-steps";
import { EventTimeline } from "./event-timeline";

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
        back={<BackLink webhook={webhook} rest="/deliveries" />}
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
          <section aria-labelledby="answer" className="card min-w-0">
            <h2 id="answer" className="border-b border-line px-5 py-3 font-semibold">
              {t("answer.title")}
            </h2>
            <div className="p-5">
              <ReceivedAnswer sent={attempt} />
            </div>
          </section>
          <section aria-labelledby="request" className="card min-w-0">
            <h2 id="request" className="border-b border-line px-5 py-3 font-semibold">
              {t(wasSent(attempt) ? "request.title" : "request.unsentTitle")}
            </h2>
            <div className="p-5">
              <SentRequest sent={attempt} />
            </div>
          </section>
        </div>
        <div className="grid min-w-0 gap-6">
          <AttemptFacts attempt={attempt} />
          <EventTimeline webhookId={webhook.id} currentId={attempt.id} attempts={context.ofEvent} />
        </div>
      </div>
    </>
  );
});
