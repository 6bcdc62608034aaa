import { getTranslations } from "next-intl/server";
import { CodeBlock } from "@/app/_ui/code-block";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { now } from "@/lib/platform/clock";
import { writeVerifier } from "@/lib/webhooks/verifier-snippet";
import { findWebhook } from "../../find-webhook";
import { pathOf } from "../../paths";
import { WebhookFrame } from "../../webhook-frame";
import { RotationPanel } from "./rotation-panel";
import { StartForm } from "./start-form";

interface Props {
  params: Promise<{ webhookId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("webhooks.secret.title");

export default drawPage("webhook", async function SecretPage({ params, searchParams }: Props) {
  const { webhookId } = await params;
  const { user } = await requireSession(pathOf(webhookId, "/secret"));
  const [{ webhook }, query, t] = await Promise.all([
    findWebhook(user.id, webhookId),
    searchParams,
    getTranslations("webhooks.secret"),
  ]);
  const { id, name, rotation } = webhook;
  return (
    <WebhookFrame webhook={webhook} tab="secret">
      <div className="grid grid-cols-1 gap-6">
        {readText(query, "finished") && !rotation ? (
          <Notice tone="good" role="status">
            {t("finished")}
          </Notice>
        ) : null}
        {rotation ? <RotationPanel webhookId={id} rotation={rotation} now={now()} /> : null}
        <StartForm webhookId={id} name={name} isRotating={rotation !== null} />
        <section aria-labelledby="verifier" className="grid grid-cols-1 gap-2">
          <h2 id="verifier" className="font-semibold">
            {t(rotation ? "verifierBoth" : "verifier")}
          </h2>
          <CodeBlock label={t("node")} code={writeVerifier({ isRotating: rotation !== null })} />
        </section>
      </div>
    </WebhookFrame>
  );
});
