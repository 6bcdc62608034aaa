import { Agent, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { serveBodies } from "./loopback";

interface Target {
  url: string;
  agent: Agent;
  isReady: boolean;
  isProbed: boolean;
  underWay: number;
}

const PROBE_EVERY_MS = 100;
const PROBE_TIMEOUT_MS = 10_000;

/**
 * A load balancer as services have one: it keeps connections to its targets, asks each for its readiness, and tries another
 * target only when a connection was refused. A request that was sent is never sent again.
 */
export async function startBalancer() {
  const targets = new Map<string, Target>();
  /** Requests that found no response, and the reason. */
  const broken: string[] = [];
  let turn = 0;

  function forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    tried: ReadonlySet<Target>,
  ): void {
    const open = [...targets.values()].filter((target) => target.isReady && !tried.has(target));
    turn += 1;
    const target = open[turn % open.length];
    if (!target) {
      if (outgoing.destroyed) return;
      // A busy machine answers no probe in time: requests wait until one is answered.
      setTimeout(() => forward(incoming, outgoing, body, new Set()), PROBE_EVERY_MS);
      return;
    }
    const { method, url: path, headers } = incoming;
    target.underWay += 1;
    const end = once(() => {
      target.underWay -= 1;
    });
    const sent = sendRequest(target.url, { method, path, headers, agent: target.agent }, (response) => {
      const { connection: _ours, "keep-alive": _alike, ...passed } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, passed);
      response.pipe(outgoing);
      response.once("close", () => {
        end();
        if (!response.complete) fail(incoming, outgoing, `${target.url} cut its response`);
      });
    });
    sent.once("error", (error: NodeJS.ErrnoException) => {
      end();
      if (error.code !== "ECONNREFUSED")
        return fail(incoming, outgoing, `${target.url} ${error.code ?? error.message}`);
      target.isReady = false;
      forward(incoming, outgoing, body, new Set([...tried, target]));
    });
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) sent.destroy();
    });
    sent.end(body);
  }

  function fail({ method, url }: IncomingMessage, outgoing: ServerResponse, reason: string): void {
    broken.push(`${method} ${url}: ${reason}`);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  }

  const { url, close } = await serveBodies((body, incoming, outgoing) => forward(incoming, outgoing, body, new Set()));
  const probing = setInterval(() => void Promise.all([...targets.values()].map(probe)), PROBE_EVERY_MS);
  return {
    url,
    broken,
    add(url: string): void {
      targets.set(url, { url, agent: new Agent({ keepAlive: true }), isReady: true, isProbed: false, underWay: 0 });
    },
    /** Ends when no request to it is under way. */
    async remove(url: string): Promise<void> {
      const target = targets.get(url);
      targets.delete(url);
      while (target && target.underWay > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      target?.agent.destroy();
    },
    /** The targets that get requests now. */
    listReady: () => [...targets.values()].filter(({ isReady }) => isReady).map(({ url }) => url),
    async close(): Promise<void> {
      clearInterval(probing);
      await close();
      for (const { agent } of targets.values()) agent.destroy();
    },
  };
}

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/** One at a time, so that no late response hides a later one. */
async function probe(target: Target): Promise<void> {
  if (target.isProbed) return;
  target.isProbed = true;
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const headers = { connection: "close" };
  target.isReady = await fetch(`${target.url}/api/readyz`, { signal, headers }).then(
    ({ ok }) => ok,
    () => false,
  );
  target.isProbed = false;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
