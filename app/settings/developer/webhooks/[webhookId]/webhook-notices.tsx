import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { webhookPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { Time } from "@/app/_ui/shown/time";
import { now } from "@/lib/platform/clock";
import { LISTENER_UNUSED_MAX_MS } from "@/lib/platform/command-line-limits";
import { WEBHOOK_FAILURES_MAX } from "@/lib/platform/limits";
import type { Cost } from "@/lib/webhooks/delivery/recover";
import type { Webhook } from "@/lib/webhooks/queries";
import { countDaysUntil } from "@/lib/webhooks/settings/webhook-summary";
import { endListening } from "../actions";
import { SwitchForm } from "../webhook-page";

interface WebhookNoticesProps {
  webhook: Webhook;
  held: Cost;
  withheld: readonly string[];
  query: Awaited<SearchParams>;
}

const UNUSED_HOURS = LISTENER_UNUSED_MAX_MS / (60 * 60 * 1000);

const linkTo = (href: string) => (text: ReactNode) => (
  <Link href={href} className="font-medium underline underline-offset-4">
    {text}
  </Link>
);

/** The last action, problems and deadlines, each with the next step. */
export function WebhookNotices({ webhook, held, withheld, query }: WebhookNoticesProps) {
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
          {linkTo(webhookPath(id, "/deliveries?state=FAILED"))(t("see"))}
        </Notice>
      ) : null}
      {webhook.listener ? <ListenerNotice webhook={webhook} held={held} /> : null}
      {isActive && !webhook.listener && held.deliveries > 0 ? (
        <Notice>
          {t("held", { count: held.deliveries })} {linkTo(webhookPath(id, "/redeliver"))(t("recover"))}
        </Notice>
      ) : null}
      {withheld.length > 0 ? <Notice tone="warn">{t("withheld", { events: withheld.join(", ") })}</Notice> : null}
      {rotation ? (
        <Notice>
          {t.rich("rotating", {
            time: () => <Time value={rotation.endsAt.toISOString()} />,
            link: linkTo(webhookPath(id, "/secret")),
          })}
        </Notice>
      ) : null}
      {sunsetAt ? (
        <Notice tone="warn">
          {t("sunset", { count: countDaysUntil(sunsetAt, now()) })}{" "}
          {linkTo(webhookPath(id, "/recreate"))(t("recreate"))}
        </Notice>
      ) : null}
    </div>
  );
}

function ListenerNotice({ webhook, held }: Pick<WebhookNoticesProps, "webhook" | "held">) {
  const t = useTranslations("webhooks.listener");
  const { id, listener, roomId } = webhook;
  const device = listener?.deviceName ?? "";
  return (
    <section aria-label={t("label")} className="card p-5">
      <p className="font-medium">{t(listener?.state ?? "held", { device })}</p>
      <p className="mt-1 max-w-2xl text-dense text-ink-2 text-pretty">{t("text", { hours: UNUSED_HOURS })}</p>
      {held.deliveries > 0 && listener?.state === "held" ? (
        <div className="mt-3 grid gap-2 text-dense">
          <p>{t("heldCount", { count: held.deliveries })}</p>
          <CodeSample
            language="bash"
            label={t("command")}
            code={`svc listen --room ${roomId} --forward-to http://localhost:3001/hook`}
          />
        </div>
      ) : null}
      <PlainForm action={endListening} failed={t("endFailed")} hidden={{ webhookId: id }} className="mt-4 grid gap-2">
        <SubmitButton look="danger" className="justify-self-start">
          {t("end")}
        </SubmitButton>
      </PlainForm>
    </section>
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
        {isWornOut ? <> {linkTo(webhookPath(id, "/deliveries?state=FAILED"))(t("see"))}</> : null}
      </p>
      <SwitchForm webhookId={id} isActive={false} returnTo="" look="primary" />
    </section>
  );
}
