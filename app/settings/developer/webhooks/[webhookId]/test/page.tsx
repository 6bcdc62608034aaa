import { pageTitle } from "@/app/_ui/page-title";
import { webhookTab } from "../../webhook-page";
import { TestForm } from "./test-form";

export const generateMetadata = pageTitle("deliveries.test.title");

export default webhookTab("test", function TestWebhookPage({ webhook }) {
  return <TestForm webhookId={webhook.id} subscribed={webhook.events} />;
});
