import { type Loopback, serveBodies } from "../../support/servers/loopback";

type Command = readonly [name: string, script?: string, keys?: number];

/**
 * Upstash's REST protocol without a Redis behind it, for a service that must never refuse for its bursts. The client sends
 * pipelines; a script's result allows the request, then has a count for each key.
 */
export async function startBoundlessBursts(): Promise<Loopback & { env: Record<string, string> }> {
  const server = await serveBodies((body, _request, response) => {
    const commands = JSON.parse(body.toString()) as readonly Command[];
    const results = commands.map(([, , keys = 0]) => ({ result: [1, ...Array.from({ length: keys }, () => 0)] }));
    response.setHeader("content-type", "application/json").end(JSON.stringify(results));
  });
  return { ...server, env: { UPSTASH_REDIS_REST_URL: server.url, UPSTASH_REDIS_REST_TOKEN: "token" } };
}
