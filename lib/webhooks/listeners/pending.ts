import type { PostResult } from "../../egress/send";
import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from "../../platform/limits";

/** A command line answers in turn, so the time of an attempt begins with the answer before it. */
export function createPending(expire: (deliveryId: string) => void) {
  const waiting = new Map<string, (result: PostResult | null) => void>();
  let deadline: NodeJS.Timeout | undefined;

  const first = (): string | undefined => waiting.keys().next().value;

  function watchFirst(): void {
    clearTimeout(deadline);
    const deliveryId = first();
    if (deliveryId !== undefined) deadline = setTimeout(() => expire(deliveryId), WEBHOOK_ATTEMPT_TIMEOUT_MS);
  }

  function settle(deliveryId: string, result: PostResult | null): boolean {
    const isFirst = deliveryId === first();
    const resolve = waiting.get(deliveryId);
    waiting.delete(deliveryId);
    if (isFirst) watchFirst();
    resolve?.(result);
    return resolve !== undefined;
  }

  return {
    add(deliveryId: string): Promise<PostResult | null> {
      return new Promise((resolve) => {
        waiting.set(deliveryId, resolve);
        if (waiting.size === 1) watchFirst();
      });
    },
    settle,
    abandon(): void {
      for (const deliveryId of [...waiting.keys()].toReversed()) settle(deliveryId, null);
    },
  };
}
