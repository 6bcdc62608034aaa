import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { readText } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Time } from "@/app/_ui/shown/time";
import { now } from "@/lib/platform/clock";
import type { Webhook } from "@/lib/webhooks/queries";
import { VerifierCode } from "../../verifier-code";
import { webhookTab } from "../../webhook-page";
import { CanaryForm, FinishForm } from "./rotation-forms";
import { StartForm } from "./start-form";

export const generateMetadata = pageTitle("webhooks.secret.title");

export default webhookTab("secret", async function SecretPage({ webhook: { id, name, rotation }, query }) {
  const t = await getTranslations("webhooks.secret");
  return (
    <div className="grid grid-cols-1 gap-6">
      {readText(query, "finished") && !rotation ? <DoneNotice>{t("finished")}</DoneNotice> : null}
      {rotation ? <RotationPanel webhookId={id} rotation={rotation} /> : null}
      <StartForm
        webhookId={id}
        name={name}
        isRotating={rotation !== null}
        verifier={<VerifierCode isRotating isRevealed />}
      />
      <section aria-labelledby="verifier" className="grid grid-cols-1 gap-2">
        <h2 id="verifier" className="text-lg font-semibold tracking-tight">
          {t(rotation ? "verifierBoth" : "verifier")}
        </h2>
        <VerifierCode isRotating={rotation !== null} />
      </section>
    </div>
  );
});

type Rotation = NonNullable<Webhook["rotation"]>;

function RotationPanel({ webhookId, rotation }: { webhookId: string; rotation: Rotation }) {
  const t = useTranslations("webhooks.secret");
  const format = useFormatter();
  const { startedAt, endsAt } = rotation;
  const passed = (now().getTime() - startedAt.getTime()) / Math.max(1, endsAt.getTime() - startedAt.getTime());
  const share = Math.min(1, Math.max(0, passed));
  return (
    <section aria-labelledby="rotation" className="card divide-y divide-line [&>*]:px-5 [&>*]:py-4">
      <div>
        <h2 id="rotation" className="text-lg font-semibold tracking-tight">
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
