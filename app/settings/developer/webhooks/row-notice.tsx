import { CalendarClock, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { WEBHOOK_FAILURES_MAX } from "@/lib/platform/limits";
import type { Webhook } from "@/lib/webhooks/queries";
import { countDaysUntil } from "@/lib/webhooks/webhook-summary";
import { pathOf } from "./paths";

/** A problem that needs the owner's attention, with a link to its solution. */
export function RowNotice({ webhook, now }: { webhook: Webhook; now: Date }) {
  const t = useTranslations("webhooks.notices");
  const { id, isActive, failureNotice, consecutiveFailures, disabledReason, sunsetAt } = webhook;
  return (
    <>
      {isActive && failureNotice !== null ? (
        <Line icon={TriangleAlert} tone="text-warn" href={pathOf(id, "/deliveries?state=FAILED")} action={t("see")}>
          {t("failing", { count: consecutiveFailures, max: WEBHOOK_FAILURES_MAX })}
        </Line>
      ) : null}
      {!isActive && disabledReason === "failures" ? (
        <Line icon={OctagonX} tone="text-bad" href={pathOf(id)} action={t("mend")}>
          {t("switchedOff", { max: WEBHOOK_FAILURES_MAX })}
        </Line>
      ) : null}
      {sunsetAt ? (
        <Line icon={CalendarClock} tone="text-warn" href={pathOf(id, "/recreate")} action={t("recreate")}>
          {t("sunset", { count: countDaysUntil(sunsetAt, now) })}
        </Line>
      ) : null}
    </>
  );
}

interface LineProps {
  icon: LucideIcon;
  tone: string;
  href: string;
  action: string;
  children: ReactNode;
}

function Line({ icon: Icon, tone, href, action, children }: LineProps) {
  return (
    <span className={`mt-1.5 flex items-start gap-1.5 text-xs ${tone}`}>
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0">
        {children}{" "}
        <Link href={href} className="underline underline-offset-2">
          {action}
        </Link>
      </span>
    </span>
  );
}
