import type { WebhookRoomAccess } from "./open-webhook";
import type { WebhookFacts } from "./webhook";

/** Only the host of the URL: its path and query may hold a secret of the receiver. */
export function describeAct(
  { roomId, userId, billing }: WebhookRoomAccess,
  webhookId: string,
  facts?: Pick<WebhookFacts, "url" | "events">,
) {
  const target = facts ? { host: new URL(facts.url).host, events: facts.events } : {};
  const scope = { billingEntityId: billing.entityId };
  return { userId, resourceId: webhookId, scope, details: { roomId, ...target } };
}
