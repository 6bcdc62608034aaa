import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

interface Person {
  id: string;
  token: string;
}

/** Limits are 30 writes and 120 requests a minute. */
const WRITE_EVERY_MS = 2_200;
const READS_PER_WRITE = 2;

/** People who read and write at the pace that their limits allow. Each request is made once: a failure is counted, not repeated. */
export function startLoad(baseUrl: string, rooms: readonly Person[]) {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  /** Ids of acknowledged messages. */
  const written = new Set<string>();
  /** Requests that were not served, with the reason. */
  const failed: string[] = [];
  let answered = 0;

  async function ask(path: string, status: number, init: RequestInit = {}): Promise<unknown> {
    try {
      const response = await fetch(`${baseUrl}${path}`, init);
      const text = await response.text();
      if (response.status !== status) throw new Error(`${response.status} ${text.slice(0, 300)}`);
      answered += 1;
      return text.startsWith("{") ? JSON.parse(text) : null;
    } catch (error) {
      failed.push(`${init.method ?? "GET"} ${path}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  async function act({ id, token }: Person, n: number): Promise<void> {
    const path = `/v1/rooms/${id}/messages`;
    const authorization = `Bearer ${token}`;
    // Not all at once.
    await pause((n / rooms.length) * WRITE_EVERY_MS);
    for (let turn = 0; !stop.signal.aborted; turn += 1) {
      const headers = { authorization, "content-type": "application/json", "idempotency-key": `${n}-${turn}` };
      const body = JSON.stringify({ body: `${n}-${turn}` });
      const made = (await ask(path, 201, { method: "POST", headers, body })) as { id: string } | null;
      if (made) written.add(made.id);
      for (let read = 0; read < READS_PER_WRITE; read += 1) {
        await pause(WRITE_EVERY_MS / (READS_PER_WRITE + 1));
        await ask(`${path}?limit=5`, 200, { headers: { authorization } });
      }
      await ask("/login", 200);
      await pause(WRITE_EVERY_MS / (READS_PER_WRITE + 1));
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  const acting = Promise.all(rooms.map(act));
  return {
    written,
    failed,
    get answered() {
      return answered;
    },
    async stop(): Promise<void> {
      stop.abort();
      await acting;
    },
  };
}
export type SteadyLoad = ReturnType<typeof startLoad>;
