import type { Quota, WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2 } from "../platform/limits";
import { shared } from "../platform/shared";
import type { EventFacts } from "./event";

/** A delivery that the transaction of its event has claimed for this process, with everything that its attempt needs. */
export interface NewDelivery extends Quota {
  id: string;
  attempt: 1;
  isSingle: false;
  isTest: false;
  entityId: string;
  /** As stored, to the microsecond. */
  lease: string;
  /** In which it was counted. */
  minute: Date;
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
  /** They have no free slot in this process. */
  fullHosts: readonly string[];
  /** After the commit. */
  take(deliveries: readonly NewDelivery[]): void;
  /** The entity's deliveries of the minute are used up. */
  noteSpent(minute: Date): void;
}

/** null: the entity has no free slot. */
type Offering = (entityId: string) => Offer | null;

const offerings = () => shared("new-deliveries", () => new Set<Offering>());

/** A drain that runs in this process takes new deliveries without reading the queue. Returns the function that ends this. */
export function offerSlots(offering: Offering): () => void {
  offerings().add(offering);
  return () => void offerings().delete(offering);
}

export function findOffer(entityId: string): Offer | null {
  const [offering] = offerings();
  return offering?.(entityId) ?? null;
}
