import { shared } from "../../platform/shared";

const ENTITIES_MAX = 1_024;
const WEBHOOKS_PER_ENTITY = 8;
const TAKEN_PER_CLAIM = 64;

interface Prioritized {
  entityId: string;
  webhookId: string;
}

interface Due {
  firstMs: number;
  lastMs: number;
}

const queue = () => shared("webhook-priority", () => new Map<string, Map<string, Due>>());

/** Thousands of webhooks may wait, and the retry of a quiet tenant would have to wait until each has had its turn. */
export function prioritize({ entityId, webhookId }: Prioritized, dueAt: Date): void {
  const byEntity = queue();
  const webhooks = byEntity.get(entityId) ?? new Map<string, Due>();
  const known = webhooks.get(webhookId);
  const isFull = webhooks.size >= WEBHOOKS_PER_ENTITY || (webhooks.size === 0 && byEntity.size >= ENTITIES_MAX);
  if (!known && isFull) return;
  const [dueMs, { firstMs, lastMs }] = [dueAt.getTime(), known ?? { firstMs: Number.POSITIVE_INFINITY, lastMs: 0 }];
  webhooks.set(webhookId, { firstMs: Math.min(firstMs, dueMs), lastMs: Math.max(lastMs, dueMs) });
  byEntity.set(entityId, webhooks);
}

/** Takes one due webhook of each entity, so that entities take turns. */
export function takePriority(at: Date): Prioritized[] {
  const byEntity = queue();
  const due = [...byEntity].flatMap(([entityId, webhooks]) => {
    const found = [...webhooks].find(([, { firstMs }]) => firstMs <= at.getTime());
    return found ? [{ entityId, webhooks, webhookId: found[0], known: found[1] }] : [];
  });
  const taken = due.slice(0, TAKEN_PER_CLAIM);
  for (const { entityId, webhooks, webhookId, known } of taken) {
    webhooks.delete(webhookId);
    if (known.lastMs > at.getTime()) webhooks.set(webhookId, known);
    byEntity.delete(entityId);
    if (webhooks.size > 0) byEntity.set(entityId, webhooks);
  }
  return taken.map(({ entityId, webhookId }) => ({ entityId, webhookId }));
}
