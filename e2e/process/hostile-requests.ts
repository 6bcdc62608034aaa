import { HOSTILE_BYTES, percentEncode } from "../support/attacks/hostile-inputs";

const REQUESTS_AT_ONCE = 8;

export interface HostileRequest {
  label: string;
  path: string;
  init?: RequestInit;
}

let sent = 0;

/** Each request comes from an address of its own, so that limits do not respond in place of the code under test. */
export async function sendHostile(baseUrl: string, { path, init = {} }: HostileRequest): Promise<Response> {
  sent += 1;
  return fetch(baseUrl + path, {
    redirect: "manual",
    ...init,
    headers: { "x-forwarded-for": `192.0.2.${sent % 250}`, ...init.headers },
  });
}

/** Sends all requests and names those with a 5xx response. */
export async function listFaults(baseUrl: string, requests: readonly HostileRequest[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...requests];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const response = await sendHostile(baseUrl, next);
      await response.arrayBuffer();
      if (response.status >= 500) faults.push(`${response.status} ${next.label}`);
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
  return faults.toSorted();
}

export const forEachHostileValue = (make: (encoded: string, name: string) => HostileRequest[]): HostileRequest[] =>
  Object.entries(HOSTILE_BYTES).flatMap(([name, value]) => make(percentEncode(value), name));

export const buildGet = (path: string, label: string, headers: Record<string, string> = {}): HostileRequest => ({
  label: `GET ${label}`,
  path,
  init: { headers },
});
