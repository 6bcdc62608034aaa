import { CircleCheck, CircleX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { webhookPath } from "@/app/_links";
import { Section } from "@/app/_ui/page/section";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Time } from "@/app/_ui/shown/time";
import type { Consequences, DeliveryOfEvent, EventOfRequest } from "@/lib/requests/read-consequences";

export function CausedPanel({ caused: { resourceId, events } }: { caused: Consequences }) {
  const t = useTranslations("why.caused");
  return (
    <Section id="caused" title={t("title")}>
      <div className="grid grid-cols-1 gap-4 text-dense">
        {resourceId === null && events.length === 0 ? <p className="text-ink-2">{t("nothing")}</p> : null}
        {resourceId === null ? null : (
          <div className="flex flex-wrap items-center gap-x-2">
            {t.rich("resource", { id: () => <Copyable key="id" text={resourceId} label={resourceId} /> })}
          </div>
        )}
        {events.map((event) => (
          <EventPart key={event.id} event={event} />
        ))}
      </div>
    </Section>
  );
}

function EventPart({ event: { id, type, createdAt, deliveries } }: { event: EventOfRequest }) {
  const t = useTranslations("why.caused");
  return (
    <section className="grid grid-cols-1 gap-2 border-s-2 border-line ps-4">
      <h3 className="font-medium">
        {t.rich("event", { type: () => <span className="font-mono break-all">{type}</span> })}
      </h3>
      <div className="text-xs text-ink-3">
        <Copyable text={id} label={id} />
        <Time value={createdAt.toISOString()} style="precise" />
      </div>
      {deliveries === null ? (
        <p className="text-ink-2">{t("hidden")}</p>
      ) : deliveries.length === 0 ? (
        <p className="text-ink-2">{t("noDelivery")}</p>
      ) : (
        deliveries.map((delivery) => <DeliveryPart key={delivery.id} delivery={delivery} />)
      )}
    </section>
  );
}

function DeliveryPart({ delivery: { webhook, attempts, href } }: { delivery: DeliveryOfEvent }) {
  const t = useTranslations("why.caused");
  const facts = useTranslations("why.facts");
  return (
    <div>
      <p>
        <Link href={href} className="underline underline-offset-4">
          {t("delivery", { name: webhook.name })}
        </Link>
      </p>
      {attempts.length === 0 ? <p className="text-ink-3">{t("noAttempt")}</p> : null}
      <ol className="mt-1 grid gap-1">
        {attempts.map(({ id, attempt, success, statusCode, durationMs, at }) => {
          const Icon = success ? CircleCheck : CircleX;
          return (
            <li key={id} className="flex min-h-6 flex-wrap items-center gap-x-3">
              <Link
                href={webhookPath(webhook.id, `/attempts/${id}`)}
                className="inline-flex items-center gap-1.5 underline underline-offset-4"
              >
                <Icon aria-hidden className={success ? "size-4 text-good" : "size-4 text-bad"} />
                {t("attempt", { number: attempt })}
              </Link>
              <span className={success ? "text-good" : "text-bad"}>
                {statusCode === null ? t("unanswered") : t("answered", { status: statusCode })}
              </span>
              {durationMs === null ? null : <span className="text-ink-3">{facts("ms", { ms: durationMs })}</span>}
              <span className="text-ink-3">
                <Time value={at.toISOString()} style="precise" />
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
