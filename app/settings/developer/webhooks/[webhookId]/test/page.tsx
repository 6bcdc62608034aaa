import { drawPage } from "@/app/_ui/draw-page";
import { pageTitle } from "@/app/_ui/page-title";
import { requireSession } from "@/lib/accounts/session";
import { findWebhook } from "../../find-webhook";
import { pathOf } from "../../paths";
import { WebhookFrame } from "../../webhook-frame";
import { TestForm } from "./test-form";

interface Props {
  params: Promise<{ webhookId: string }>;
}

export const generateMetadata = pageTitle("deliveries.test.title");

export default drawPage("webhook", async function TestWebhookPage({ params }: Props) {
  const { webhookId } = await params;
  const { user } = await requireSession(pathOf(webhookId, "/test"));
  const { webhook } = await findWebhook(user.id, webhookId);
  return (
    <WebhookFrame webhook={webhook} tab="test">
      <TestForm webhookId={webhook.id} subscribed={webhook.events} />
    </WebhookFrame>
  );
});
