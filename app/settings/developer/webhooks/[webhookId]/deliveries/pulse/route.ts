import { servePulse } from "@/app/_ui/list/serve-pulse";
import { readDeliveryQuery } from "@/lib/webhooks/history/delivery-filter";
import { openWebhook } from "@/lib/webhooks/settings/open-webhook";
import { readHistory } from "../read-history";

export const GET = servePulse<{ webhookId: string }>(async ({ user, params, readParam }) => {
  const access = await openWebhook(user.id, params.webhookId);
  const { fingerprint, isMoving, rows } = await readHistory(access, readDeliveryQuery(readParam), "");
  return { fingerprint, isMoving, rows };
});
