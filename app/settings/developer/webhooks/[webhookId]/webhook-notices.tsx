import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DoneNotice } from "@/app/_ui/done-notice";
import { Notice } from "@/app/_ui/notice";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { Time } from "@/app/_ui/time";
import { now } from "@/lib/platform/clock";
import { WEBHOOK_FAILURES_MAX } from "@/lib/platform/limits";
import type { Webhook } from "@/lib/webhooks/queries";
import type { Cost } from "@/lib/webhooks/recover";
import { countDaysUntil } from "@/lib/webhooks/webhook-summary";
import { pathOf } from "../paths";
import { SwitchForm } from "../switch-form";

interface WebhookNoticesProps {
  webhook: Webhook;
  held: Cost;
  query: Awaited<SearchParams>;
}

const linkTo = (href: string) => (text: ReactNode) => (
  <Link href={href} className="font-medium underline underline-offset-4">
    {text}
  </Link>
);

/** The last action, problems and deadlines, each with the next step. */
export function WebhookNotices({ webhook, held, query }: WebhookNoticesProps) {
  const t = useTranslations("webhooks.notices");
  const { id, isActive, failureNotice, consecutiveFailures, sunsetAt, rotation } = webhook;
  const done = readText(query, "saved") ? "saved" : readText(query, "switched") === "on" && isActive ? "on" : null;
  return (
    <div className="grid gap-3 empty:hidden">
      {done ? <DoneNotice>{t(done === "saved" ? "saved" : "switchedOn")}</DoneNotice> : null}
      {isActive ? null : <InactiveNotice webhook={webhook} />}
      {isActive && failureNotice !== null ? (
        <Notice tone="warn">
          {t("failing", { count: consecutiveFailures, max: WEBHOOK_FAILURES_MAX })}{" "}
          {linkTo(pathOf(id, "/deliveries?state=FAILED"))(t("see"))}
        </Notice>
      ) : null}
      {isActive && held.deliveries > 0 ? (
        <Notice>
          {t("held", { count: held.deliveries })} {linkTo(pathOf(id, "/redeliver"))(t("recover"))}
        </Notice>
      ) : null}
      {rotation ? (
        <Notice>
          {t.rich("rotating", {
            time: () => <Time value={rotation.endsAt.toISOString()} />,
            link: linkTo(pathOf(id, "/secret")),
          })}
        </Notice>
      ) : null}
      {sunsetAt ? (
        <Notice tone="warn">
          {t("sunset", { count: countDaysUntil(sunsetAt, now()) })} {linkTo(pathOf(id, "/recreate"))(t("recreate"))}
        </Notice>
      ) : null}
    </div>
  );
}

function InactiveNotice({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks.notices");
  const { id, disabledAt, disabledReason } = webhook;
  const isWornOut = disabledReason === "failures";
  return (
    <section aria-label={t("inactiveLabel")} className="card border-warn/30 p-5">
      <p className="font-medium">
        {isWornOut ? t("switchedOff", { max: WEBHOOK_FAILURES_MAX }) : t("inactive")}
        {disabledAt ? (
          <span className="font-normal text-ink-3">
            {" "}
            <Time value={disabledAt.toISOString()} />
          </span>
        ) : null}
      </p>
      <p className="mt-1 mb-4 text-dense text-ink-2 text-pretty">
        {t("inactiveText")}
        {isWornOut ? <> {linkTo(pathOf(id, "/deliveries?state=FAILED"))(t("see"))}</> : null}
      </p>
      <SwitchForm webhookId={id} isActive={false} returnTo="" look="primary" />
    </section>
  );
}
