import { useFormatter, useTranslations } from "next-intl";
import { Time } from "@/app/_ui/time";
import { CanaryForm } from "./canary-form";
import { FinishForm } from "./finish-form";

interface RotationPanelProps {
  webhookId: string;
  rotation: { startedAt: Date; endsAt: Date };
  now: Date;
}

/** Progress of the rotation, the canary test, and finishing early. */
export function RotationPanel({ webhookId, rotation, now }: RotationPanelProps) {
  const t = useTranslations("webhooks.secret");
  const format = useFormatter();
  const { startedAt, endsAt } = rotation;
  const passed = (now.getTime() - startedAt.getTime()) / Math.max(1, endsAt.getTime() - startedAt.getTime());
  const share = Math.min(1, Math.max(0, passed));
  return (
    <section aria-labelledby="rotation" className="card divide-y divide-line [&>*]:px-5 [&>*]:py-4">
      <div>
        <h2 id="rotation" className="font-semibold">
          {t("rotating")}
        </h2>
        <p className="mt-1 mb-4 max-w-2xl text-dense text-ink-2 text-pretty">{t("rotatingText")}</p>
        <svg
          role="img"
          aria-label={t("passed", { share: format.number(share, { style: "percent" }) })}
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          className="h-1.5 w-full rounded-full bg-muted text-accent-solid"
        >
          <rect width={Math.max(1, share * 100)} height="6" fill="currentColor" />
        </svg>
        <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-xs text-ink-3">
          <span>{t.rich("started", { time: () => <Time value={startedAt.toISOString()} /> })}</span>
          <span>{t.rich("ends", { time: () => <Time value={endsAt.toISOString()} /> })}</span>
        </p>
      </div>
      <CanaryForm webhookId={webhookId} />
      <FinishForm webhookId={webhookId} />
    </section>
  );
}
