import { shared } from "../../platform/shared";

/** Others wait for their turn among all webhooks, as all do after a restart of this process. */
const ENTITIES_MAX = 1_024;
const WEBHOOKS_PER_ENTITY = 8;
/** Beside the webhooks whose turn it is, so that a claim costs hardly more. */
const CALLED_PER_CLAIM = 64;

interface Called {
  entityId: string;
  webhookId: string;
}

/** The first and the last of its retries that are known here. */
interface Due {
  firstMs: number;
  lastMs: number;
}

/** By billing entity and webhook. */
const calls = () => shared("called-webhooks", () => new Map<string, Map<string, Due>>());

/**
 * Claims look at this webhook first once its retry is due: thousands of others may wait, and a retry of a quiet tenant
 * would wait until all of them had their turn.
 */
export function callWebhook({ entityId, webhookId }: Called, dueAt: Date): void {
  const byEntity = calls();
  const webhooks = byEntity.get(entityId) ?? new Map<string, Due>();
  const known = webhooks.get(webhookId);
  const isFull = webhooks.size >= WEBHOOKS_PER_ENTITY || (webhooks.size === 0 && byEntity.size >= ENTITIES_MAX);
  if (!known && isFull) return;
  const [dueMs, { firstMs, lastMs }] = [dueAt.getTime(), known ?? { firstMs: Number.POSITIVE_INFINITY, lastMs: 0 }];
  webhooks.set(webhookId, { firstMs: Math.min(firstMs, dueMs), lastMs: Math.max(lastMs, dueMs) });
  byEntity.set(entityId, webhooks);
}

/** Those that are due, one of each entity: its webhooks take turns, and so do entities. */
export function takeCalledWebhooks(at: Date): Called[] {
  const byEntity = calls();
  const due = [...byEntity].flatMap(([entityId, webhooks]) => {
    const found = [...webhooks].find(([, { firstMs }]) => firstMs <= at.getTime());
    return found ? [{ entityId, webhooks, webhookId: found[0], known: found[1] }] : [];
  });
  const taken = due.slice(0, CALLED_PER_CLAIM);
  for (const { entityId, webhooks, webhookId, known } of taken) {
    webhooks.delete(webhookId);
    if (known.lastMs > at.getTime()) webhooks.set(webhookId, known);
    byEntity.delete(entityId);
    if (webhooks.size > 0) byEntity.set(entityId, webhooks);
  }
  return taken.map(({ entityId, webhookId }) => ({ entityId, webhookId }));
}
