import { getTranslations } from "next-intl/server";
import { webhookPath } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { requireSession } from "@/lib/accounts/sessions/session";
import { readAttemptContext } from "@/lib/webhooks/delivery/attempt-context-query";
import { wasSent } from "@/lib/webhooks/history/diagnosis";
import { readAttemptDetail } from "@/lib/webhooks/history/history-query";
import { AttemptActions } from "../../../attempt-actions";
import { AttemptFacts, AttemptTimeline } from "../../../attempt-facts";
import { AttemptOutcome } from "../../../attempt-outcome";
import { ReceivedAnswer } from "../../../received-answer";
import { SentRequest } from "../../../sent-request";
import { findWebhook } from "../../../webhook-page";
import { AttemptSteps } from "./attempt-steps";

interface Props {
  params: Promise<{ webhookId: string; attemptId: string }>;
}

export const generateMetadata = pageTitle("deliveries.attemptTitle");

export default renderPage("attempt", async function AttemptPage({ params }: Props) {
  const { webhookId, attemptId } = await params;
  const { user } = await requireSession(webhookPath(webhookId, `/attempts/${encodeURIComponent(attemptId)}`));
  const { access, webhook } = await findWebhook(user.id, webhookId);
  const attempt = await orNotFound(readAttemptDetail(access, attemptId));
  const [context, t] = await Promise.all([readAttemptContext(access, attempt.id), getTranslations("deliveries")]);
  const pathTo = (id: string | null) => (id === null ? null : webhookPath(webhook.id, `/attempts/${id}`));
  return (
    <>
      <PageHeader
        back={<BackLink href={webhookPath(webhook.id, "/deliveries")}>{webhook.name}</BackLink>}
        title={<span className="font-mono break-all">{attempt.event}</span>}
        description={t("attemptOf", { attempt: attempt.attempt })}
      >
        <AttemptSteps newer={pathTo(context.newerId)} older={pathTo(context.olderId)} />
      </PageHeader>
      <div className="grid items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 grid-cols-1 gap-x-10 gap-y-9">
          <section aria-labelledby="outcome">
            <h2 id="outcome" className="sr-only">
              {t("outcome")}
            </h2>
            <AttemptOutcome outcome={attempt} />
            <div className="mt-4">
              <AttemptActions attempt={attempt} />
            </div>
          </section>
          <Section id="answer" title={t("answer.title")}>
            <ReceivedAnswer sent={attempt} />
          </Section>
          <Section id="request" title={t(wasSent(attempt) ? "request.title" : "request.unsentTitle")}>
            <SentRequest sent={attempt} />
          </Section>
        </div>
        <div className="grid min-w-0 gap-x-10 gap-y-9">
          <AttemptFacts attempt={attempt} />
          {context.ofEvent.length > 0 ? (
            <Section id="timeline" title={t("timeline")}>
              <AttemptTimeline
                currentId={attempt.id}
                attempts={context.ofEvent}
                hrefOf={(id) => webhookPath(webhook.id, `/attempts/${id}`)}
              />
            </Section>
          ) : null}
        </div>
      </div>
    </>
  );
});
