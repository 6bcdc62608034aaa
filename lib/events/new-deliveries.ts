import type { Quota, WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2 } from "../platform/limits";
import { shared } from "../platform/shared";
import type { EventFacts } from "./event";

export interface NewDelivery extends Quota {
  id: string;
  attempt: 1;
  isSingle: false;
  isTest: false;
  entityId: string;
  /** The stored timestamp has microseconds, which a Date would cut off. */
  lease: string;
  quotaMinute: Date;
  webhookId: string;
  host: string;
  url: string;
  apiVersion: typeof WEBHOOK_API_VERSION_V1 | typeof WEBHOOK_API_VERSION_V2;
  sealedHeaders: Record<string, string>;
  standardHeaders: boolean;
  rotationEndsAt: Date | null;
  currentSecret: string;
  nextSecret: string | null;
  eventId: string;
  eventType: string;
  eventCreatedAt: Date;
  roomId: string;
  organizationId: string | null;
  objectType: string;
  objectId: string;
  v1Data: EventFacts["v1Data"];
  traceId: string | null;
}

export interface Offer {
  claimUntil: Date;
  fullHosts: readonly string[];
  take(deliveries: readonly NewDelivery[]): void;
  markSpent(minute: Date): void;
}

type Offering = (entityId: string) => Offer | null;

const offerings = () => shared("new-deliveries", () => new Set<Offering>());

export function offerSlots(offering: Offering): () => void {
  offerings().add(offering);
  return () => void offerings().delete(offering);
}

export function findOffer(entityId: string): Offer | null {
  const [offering] = offerings();
  return offering?.(entityId) ?? null;
}
