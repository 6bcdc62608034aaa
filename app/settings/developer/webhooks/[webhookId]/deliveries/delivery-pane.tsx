import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { webhookPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { Time } from "@/app/_ui/shown/time";
import type { AttemptDetail } from "@/lib/webhooks/delivery/delivery";
import { wasSent } from "@/lib/webhooks/history/diagnosis";
import type { EventDeliveries } from "@/lib/webhooks/history/history-query";
import { AttemptActions } from "../../attempt-actions";
import { AttemptFacts, AttemptTimeline } from "../../attempt-facts";
import { AttemptOutcome } from "../../attempt-outcome";
import { ReceivedAnswer } from "../../received-answer";
import { SentRequest } from "../../sent-request";
import { DeliveryStatus } from "./delivery-table";

interface DeliveryPaneProps {
  webhookId: string;
  event: EventDeliveries;
  /** The chosen one of the event's attempts; null while none was made. */
  attempt: AttemptDetail | null;
  hrefOfAttempt: (attemptId: string) => string;
  now: string;
}

/** One event at the webhook: its result and the next step, then its attempts, the response and the request. */
export function DeliveryPane({ webhookId, event, attempt, hrefOfAttempt, now }: DeliveryPaneProps) {
  const t = useTranslations("deliveries");
  return (
    <div className="grid grid-cols-1 gap-5">
      {attempt ? (
        <div className="grid grid-cols-1 gap-3">
          <AttemptOutcome outcome={attempt} />
          <Outlook webhookId={webhookId} event={event} now={now} />
          <AttemptActions attempt={attempt} />
        </div>
      ) : (
        <div className="grid grid-cols-1 justify-items-start gap-3">
          <DeliveryStatus state={event.state} />
          <Outlook webhookId={webhookId} event={event} now={now} />
        </div>
      )}
      {attempt ? (
        <>
          <Part title={t("pane.attempts")}>
            <div className="rounded-control border border-line">
              <AttemptTimeline currentId={attempt.id} attempts={event.attempts} hrefOf={hrefOfAttempt} />
            </div>
          </Part>
          <Part title={t("answer.title")}>
            <ReceivedAnswer sent={attempt} />
          </Part>
          <Part title={t(wasSent(attempt) ? "request.title" : "request.unsentTitle")}>
            <SentRequest sent={attempt} />
          </Part>
          <Part title={t("pane.facts")}>
            <AttemptFacts attempt={attempt} />
          </Part>
          <LinkButton
            size="small"
            href={webhookPath(webhookId, `/attempts/${attempt.id}`)}
            className="justify-self-start"
          >
            {t("pane.page")}
          </LinkButton>
        </>
      ) : null}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="text-dense font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Outlook({ webhookId, event, now }: { webhookId: string; event: EventDeliveries; now: string }) {
  const t = useTranslations("deliveries");
  const { state, nextAttemptAt } = event;
  if (state === "HELD")
    return (
      <>
        <p className="text-dense text-ink-2">{t("held")}</p>
        <LinkButton size="small" href={webhookPath(webhookId, "/redeliver")} className="justify-self-start">
          {t("pane.recover")}
        </LinkButton>
      </>
    );
  if (state === "SUCCEEDED" || state === "FAILED") return null;
  const at = nextAttemptAt?.toISOString();
  return (
    <p className="text-dense text-ink-2">
      {at === undefined || at <= now
        ? t("nextTryNow")
        : t.rich("nextTry", { time: () => <Time value={at} style="relative" now={now} /> })}
    </p>
  );
}
