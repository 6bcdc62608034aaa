import { shared } from "../../platform/shared";

const ENTITIES_MAX = 1_024;
const WEBHOOKS_PER_ENTITY = 8;
/** The limit keeps claims cheap. */
const CALLED_PER_CLAIM = 64;

interface Called {
  entityId: string;
  webhookId: string;
}

interface Due {
  firstMs: number;
  lastMs: number;
}

const calls = () => shared("called-webhooks", () => new Map<string, Map<string, Due>>());

/** Thousands of webhooks may wait, and the retry of a quiet tenant would have to wait until each has had its turn. */
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

/** Takes one due webhook of each entity, so that entities take turns. */
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
