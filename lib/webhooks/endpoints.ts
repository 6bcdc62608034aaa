import { action, read } from "../api/endpoint";
import { HttpError } from "../api/errors";
import { cursorPage, listQuery, pageOf, toPage } from "../api/list";
import { UNITS } from "../platform/limits";
import { presentAttempt, RedeliveryResult, WebhookDelivery } from "./delivery/delivery";
import { beginRedelivery, openAttemptOfCaller, PayloadUnreadable } from "./delivery/redeliver";
import { attemptClaimed } from "./delivery/send-once";
import { findAttempt, listAttempts } from "./history/list-attempts";
import { openWebhookOfCaller } from "./settings/open-webhook";

export const listDeliveries = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries",
  operationId: "listDeliveries",
  summary: "List deliveries of a webhook",
  scope: "webhooks:read",
  units: UNITS.restRead,
  ...listQuery("listDeliveries", "whd"),
  response: { status: 200, schema: cursorPage(WebhookDelivery) },
  errors: ["room_not_found", "not_found"],
  access: openWebhookOfCaller,
  run: async ({ access, query, ...request }) => {
    const page = pageOf(query, request);
    return toPage("listDeliveries", await listAttempts(access, page), page, (row) => row.id);
  },
});

export const redeliver = action({
  method: "POST",
  path: "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
  operationId: "redeliver",
  summary: "Redeliver an event",
  scope: "webhooks:write",
  units: UNITS.webhookDelivery,
  response: { status: 200, schema: RedeliveryResult },
  errors: ["room_not_found", "not_found", "webhook_inactive"],
  alsoAnswers: [[422, "validation_error"]],
  access: openAttemptOfCaller,
  begin: ({ access, tx }) => beginRedelivery(tx, access).catch(explainUnreadable),
  run: async (deliveryId) => {
    const attempt = await attemptClaimed(deliveryId, { isPaid: true });
    return { delivery: presentAttempt(attempt) };
  },
  recall: async (deliveryId) => {
    const delivery = await findAttempt(deliveryId);
    return delivery && { delivery };
  },
});

function explainUnreadable(error: unknown): never {
  if (error instanceof PayloadUnreadable) throw new HttpError(422, error.code, error.message);
  throw error;
}
