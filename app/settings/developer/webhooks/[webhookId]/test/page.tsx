import { pageTitle } from "@/app/_ui/page/page-title";
import { WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import { webhookTab } from "../../webhook-page";
import { TestForm } from "./test-form";

export const generateMetadata = pageTitle("deliveries.test.title");

export default webhookTab("test", function TestWebhookPage({ webhook }) {
  return (
    <TestForm webhookId={webhook.id} subscribed={webhook.events} isV2={webhook.apiVersion === WEBHOOK_API_VERSION_V2} />
  );
});
