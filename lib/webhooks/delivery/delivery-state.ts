export const DELIVERY_STATES = ["PENDING", "RETRYING", "SUCCEEDED", "FAILED", "HELD"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
