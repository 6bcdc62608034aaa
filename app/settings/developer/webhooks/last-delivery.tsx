import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/app/_ui/shown/time";

export function LastDelivery({ latest, now }: { latest: { deliveredAt: Date; success: boolean }; now: Date }) {
  const t = useTranslations("webhooks");
  const Icon = latest.success ? Check : X;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon
        role="img"
        aria-label={t(latest.success ? "arrived" : "failed")}
        className={latest.success ? "size-3.5 shrink-0 text-good" : "size-3.5 shrink-0 text-bad"}
      />
      <Time value={latest.deliveredAt.toISOString()} style="relative" now={now.toISOString()} />
    </span>
  );
}
