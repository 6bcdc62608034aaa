import { CircleX, Clock, type LucideIcon, Pause, ShieldBan } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Status, type Tone } from "@/app/_ui/shown/status";
import {
  COUNTED_PER_WEBHOOK,
  type LastFailure,
  type Trouble,
  type TroubledHost,
  type TroubledWebhook,
} from "@/lib/admin/health/troubled-host";

const LOOKS: Readonly<Record<Trouble, { tone: Tone; icon: LucideIcon }>> = {
  late: { tone: "bad", icon: Clock },
  failing: { tone: "warn", icon: CircleX },
  held: { tone: "neutral", icon: Pause },
  suspended: { tone: "neutral", icon: ShieldBan },
};

export function TroubleCounts({ of }: { of: TroubledHost | TroubledWebhook }) {
  const { troubles, counts, attempts } = of;
  const webhooks = "webhooks" in of ? of.webhooks : [of];
  const t = useTranslations("troubledHosts");
  const format = useFormatter();
  const write = (trouble: Trouble) => {
    const number = format.number(counts[trouble]);
    if (trouble === "failing") return t("counts.failing", { failed: number, attempts: format.number(attempts) });
    const isMost = webhooks.some((webhook) => webhook.counts[trouble] >= COUNTED_PER_WEBHOOK);
    return t(`counts.${trouble}`, { count: isMost ? t("most", { count: number }) : number });
  };
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {troubles.map((trouble) => (
        <Status key={trouble} {...LOOKS[trouble]}>
          {write(trouble)}
        </Status>
      ))}
    </span>
  );
}

export function FailureText({ failure: { diagnosis, statusCode } }: { failure: LastFailure }) {
  const t = useTranslations("deliveries.diagnosis");
  return (
    <>
      {statusCode === null ? null : <span className="me-1.5 font-mono text-xs">HTTP {statusCode}</span>}
      {t(`${diagnosis}.title`)}
    </>
  );
}
