import { RefreshCw } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { HEALTH_PATH } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/button";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Time } from "@/app/_ui/shown/time";
import { type HealthState, type PartHealth, worstState } from "@/lib/admin/health/health";
import { readHealth } from "@/lib/admin/health/read-health";
import { now } from "@/lib/platform/clock";
import { HEALTH_LOOKS, PartRow } from "./_health/part-row";
import { requireAdmin } from "./open-administration-page";

export const generateMetadata = pageTitle("health.title");

const FRAMES = {
  good: "border-good/40 bg-good-soft text-good",
  warn: "border-warn/40 bg-warn-soft text-warn",
  bad: "border-bad/40 bg-bad-soft text-bad",
} as const;

/** A part that is not used needs nothing. */
const isWell = (state: HealthState) => state === "good" || state === "off";

export default renderPage("page", async function HealthPage() {
  const admin = await requireAdmin(HEALTH_PATH);
  const [parts, t] = await Promise.all([readHealth(admin), getTranslations("health")]);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")}>
        <IconLink icon={RefreshCw} href={HEALTH_PATH} prefetch={false}>
          {t("again")}
        </IconLink>
      </PageHeader>
      <div className="grid max-w-4xl grid-cols-1 gap-4">
        <Overall parts={parts} />
        <ul aria-label={t("parts")} className="card divide-y divide-line">
          {parts.map((part) => (
            <PartRow key={part.part} part={part} />
          ))}
        </ul>
        <p className="text-xs text-ink-3">
          {t.rich("checked", { time: () => <Time value={now().toISOString()} style="precise" /> })}
        </p>
      </div>
    </>
  );
});

async function Overall({ parts }: { parts: readonly PartHealth[] }) {
  const t = await getTranslations("health.overall");
  const worst = worstState(parts);
  const state = isWell(worst) ? "good" : worst;
  const { icon: Icon } = HEALTH_LOOKS[state];
  const count = parts.filter((part) => !isWell(part.state)).length;
  return (
    <p
      className={`flex items-center gap-3 rounded-card border px-5 py-4 text-lg font-semibold ${FRAMES[state === "silent" ? "bad" : state]}`}
    >
      <Icon aria-hidden className="size-6 shrink-0" />
      {state === "good" ? t("good") : t(state, { count })}
    </p>
  );
}
