import { vi } from "vitest";
import { type Drained, drainDeliveries } from "../../../lib/webhooks/delivery/dispatch";

/** No other timer has it, and no test lasts as long. */
const LINGER_MS = 7_654_321;

/** A drain that has claimed what was due before the work begins, and lingers until it has ended, however long it takes. */
export async function drainDuring(work: () => Promise<unknown>): Promise<Drained> {
  const setReal = globalThis.setTimeout;
  const linger = { isOver: false, end: (): void => undefined };
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const set = (act: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== LINGER_MS) return setReal(act, ms, ...rest);
    open();
    linger.end = act;
    return setReal(act, linger.isOver ? 0 : LINGER_MS).unref();
  };
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(set as typeof setTimeout);
  const draining = drainDeliveries(LINGER_MS);
  try {
    await opened;
    await work();
  } finally {
    linger.isOver = true;
    linger.end();
    await draining;
    spy.mockRestore();
  }
  return draining;
}
