import type { Quota } from "../platform/limits";
import { shared } from "../platform/shared";

/** A delivery that the transaction of its event has claimed for this process. */
export interface NewDelivery extends Quota {
  id: string;
  host: string;
  entityId: string;
  /** As stored, to the microsecond. */
  lease: string;
}

export interface Offer {
  claimUntil: Date;
  /** They have no free slot in this process. */
  fullHosts: readonly string[];
  /** After the commit. */
  take(deliveries: readonly NewDelivery[]): void;
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
