import { z } from "zod";

export const WebhookDelivery = z
  .object({
    id: z.string().meta({ description: "The attempt's id. It is `deliveryId` in the path of a redelivery" }),
    webhookId: z.string(),
    event: z.string(),
    eventId: z.string().nullable().meta({ description: "null for deliveries of the v1 contract" }),
    deliveryId: z.string().nullable().meta({ description: "The Svc-Webhook-Delivery header that the receiver got" }),
    success: z.boolean(),
    statusCode: z.number().int().nullable(),
    error: z.string().nullable(),
    attempt: z.number().int(),
    durationMs: z.number().int().nullable(),
    deliveredAt: z.iso.datetime(),
    nextRetryAt: z.iso.datetime().nullable(),
    finalizedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export interface AttemptDetail extends WebhookDelivery {
  url: string | null;
  payload: string;
  requestHeaders: Record<string, string>;
  responsePreview: string | null;
}

export const RedeliveryResult = z.object({ delivery: WebhookDelivery }).meta({ id: "RedeliveryResult" });

export interface AttemptFacts extends Omit<WebhookDelivery, "deliveredAt" | "nextRetryAt" | "finalizedAt"> {
  deliveredAt: Date;
  nextRetryAt: Date | null;
  finalizedAt: Date | null;
}

export function presentAttempt(facts: AttemptFacts): WebhookDelivery {
  const { id, webhookId, event, eventId, deliveryId, success, statusCode, error, attempt, durationMs } = facts;
  return {
    id,
    webhookId,
    event,
    eventId,
    deliveryId,
    success,
    statusCode,
    error,
    attempt,
    durationMs,
    deliveredAt: facts.deliveredAt.toISOString(),
    nextRetryAt: facts.nextRetryAt?.toISOString() ?? null,
    finalizedAt: facts.finalizedAt?.toISOString() ?? null,
  };
}
