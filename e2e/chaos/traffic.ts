import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Acknowledged } from "./check-losses";

export interface Person {
  id: string;
  token: string;
}

export type CallKind = "write" | "read" | "page" | "run";

/** A request as its caller saw it: a status, or `refused` and `cut` connections, or no response within the patience. */
export interface Call {
  kind: CallKind;
  outcome: number | "refused" | "cut" | "silent";
  tookMs: number;
  /** A status of 500 and more without the promise of `Retry-After`. */
  isBare: boolean;
  text: string;
}

export interface Traffic {
  readonly calls: Call[];
  readonly acknowledged: Map<string, Acknowledged>;
  readonly acceptedRuns: Set<string>;
  /** Every write that was begun is repeated until it is acknowledged. */
  stop(): Promise<void>;
}

export interface TrafficOptions {
  baseUrls: readonly string[];
  /** The beginning of each key. */
  name: string;
  people: readonly Person[];
  cookie: string;
  pages: readonly string[];
  /** POST of an agent action, and its body. */
  agent: { path: string; body: object };
}

/** Limits are 30 writes a minute for each person; a fault makes them repeat some. */
const WRITE_EVERY_MS = 4_000;
const PAGE_EVERY_MS = 700;
const RUN_EVERY_MS = 8_000;
const REPEAT_AFTER_MS = 1_000;
/** Nothing may hang for as long. */
const PATIENCE_MS = 60_000;

export async function ask(kind: CallKind, url: string, init: RequestInit = {}): Promise<Call> {
  const startedMs = performance.now();
  const end = (outcome: Call["outcome"], text = "", isBare = false): Call => {
    return { kind, outcome, text, isBare, tookMs: performance.now() - startedMs };
  };
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS), ...init });
    const text = await response.text();
    const { status, headers } = response;
    return end(status, text, status >= 500 && !(status === 503 && Number(headers.get("retry-after")) > 0));
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return end("silent");
    const code = String(((error as Error).cause as { code?: string } | undefined)?.code);
    return end(code === "ECONNREFUSED" ? "refused" : "cut", code);
  }
}

export function writeMessage(baseUrl: string, { id, token }: Person, key: string): Promise<Call> {
  return ask("write", `${baseUrl}/v1/rooms/${id}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ body: key }),
  });
}

export const readMessages = (baseUrl: string, { id, token }: Person): Promise<Call> =>
  ask("read", `${baseUrl}/v1/rooms/${id}/messages?limit=5`, { headers: { authorization: `Bearer ${token}` } });

/** People write, read, open pages and start agents at a steady pace until it is stopped. */
export function startTraffic({ baseUrls, name, people, cookie, pages, agent }: TrafficOptions): Traffic {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const calls: Call[] = [];
  const acknowledged = new Map<string, Acknowledged>();
  const acceptedRuns = new Set<string>();
  const note = (call: Call): Call => {
    calls.push(call);
    return call;
  };
  const chooseUrls = (favourite: number) => {
    let turn = favourite;
    return async (send: (baseUrl: string) => Promise<Call>): Promise<Call> => {
      const call = note(await send(baseUrls[turn % baseUrls.length] ?? ""));
      if (typeof call.outcome === "string") turn += 1;
      return call;
    };
  };
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);

  async function write(send: ReturnType<typeof chooseUrls>, person: Person, key: string): Promise<void> {
    for (;;) {
      const { outcome, text } = await send((baseUrl) => writeMessage(baseUrl, person, key));
      if (outcome === 201) {
        const { id } = JSON.parse(text) as { id: string };
        return void acknowledged.set(key, { id, atMs: Date.now() });
      }
      await sleep(REPEAT_AFTER_MS);
    }
  }

  async function keepWriting(person: Person, n: number): Promise<void> {
    const send = chooseUrls(n);
    await pause((n / people.length) * WRITE_EVERY_MS);
    for (let turn = 0; !stop.signal.aborted; turn += 1) {
      await write(send, person, `${name}/${n}/${turn}`);
      await pause(WRITE_EVERY_MS / 2);
      if (!stop.signal.aborted) await send((baseUrl) => readMessages(baseUrl, person));
      await pause(WRITE_EVERY_MS / 2);
    }
  }

  async function keepOpening(): Promise<void> {
    const send = chooseUrls(0);
    for (let turn = 0; !stop.signal.aborted; turn += 1) {
      await send((baseUrl) => ask("page", `${baseUrl}${pages[turn % pages.length]}`, { headers: { cookie } }));
      await pause(PAGE_EVERY_MS);
    }
  }

  async function keepRunning(): Promise<void> {
    const send = chooseUrls(0);
    while (!stop.signal.aborted) {
      const headers = { cookie, "content-type": "application/json" };
      const body = JSON.stringify(agent.body);
      const { outcome, text } = await send((baseUrl) =>
        ask("run", `${baseUrl}${agent.path}`, { method: "POST", headers, body }),
      );
      if (outcome === 202) acceptedRuns.add((JSON.parse(text) as { id: string }).id);
      await pause(RUN_EVERY_MS);
    }
  }

  const acting = Promise.all([...people.map(keepWriting), keepOpening(), keepRunning()]);
  return {
    calls,
    acknowledged,
    acceptedRuns,
    async stop() {
      stop.abort();
      await acting;
    },
  };
}
