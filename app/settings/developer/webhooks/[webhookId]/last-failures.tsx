import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { REQUESTS_PATH, webhookPath, writeQuery } from "@/app/_links";
import { Section } from "@/app/_ui/page/section";
import { Ago } from "@/app/_ui/shown/ago";
import { openRequests } from "@/lib/requests/open-viewer";
import { diagnose } from "@/lib/webhooks/history/diagnosis";
import { listEventDeliveries } from "@/lib/webhooks/history/history-query";
import type { WebhookAccess } from "@/lib/webhooks/settings/open-webhook";

const SHOWN_MAX = 3;

/** The newest deliveries that failed for good, and the requests of the room that the webhook listens to. */
export async function LastFailures({ access, userId }: { access: WebhookAccess; userId: string }) {
  const { webhookId, room } = access;
  const [{ events }, viewer, t, diagnosis] = await Promise.all([
    listEventDeliveries(access, { state: "FAILED", event: "" }, { limit: SHOWN_MAX, after: null }),
    openRequests(userId),
    getTranslations("webhooks.lastFailures"),
    getTranslations("deliveries.diagnosis"),
  ]);
  const area = viewer.areas.find(({ entityId }) => entityId === room.billing.entityId);
  const failures = events.flatMap(({ event, attempts }) => {
    const attempt = attempts.at(-1);
    return attempt ? [{ event, attempt }] : [];
  });
  return (
    <Section id="last-failures" title={t("title")}>
      <div className="grid grid-cols-1 gap-3 text-dense">
        {failures.length === 0 ? <p className="text-ink-3">{t("none")}</p> : null}
        <ul className="grid grid-cols-1 gap-1 empty:hidden">
          {failures.map(({ event, attempt }) => (
            <li key={attempt.id} className="flex min-h-6 flex-wrap items-center gap-x-3">
              <Link
                href={webhookPath(webhookId, `/attempts/${attempt.id}`)}
                prefetch={false}
                className="font-mono text-xs break-all underline underline-offset-4"
              >
                {event}
              </Link>
              <span className="text-bad">{diagnosis(`${diagnose(attempt)}.title`)}</span>
              <span className="text-ink-3">
                <Ago value={attempt.deliveredAt} />
              </span>
            </li>
          ))}
        </ul>
        {area ? (
          <p>
            <Link
              href={`${REQUESTS_PATH}${writeQuery({ area: area.ownerId, room: room.roomId })}`}
              className="underline underline-offset-4"
            >
              {t("requests")}
            </Link>
          </p>
        ) : null}
      </div>
    </Section>
  );
}
