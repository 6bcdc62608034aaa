import { beforeEach, describe, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import type { Caller } from "../access/caller";

/** The front door and Next load everything once each: two copies of every class, in one process. */
async function loadGraphs<T>(load: () => Promise<T>): Promise<[T, T]> {
  const first = await load();
  vi.resetModules();
  return [first, await load()];
}

beforeEach(() => {
  vi.stubEnv("SVC_ALLOWED_PRIVATE_TARGETS", "");
  resetShared();
});

test("two graphs have two copies of a class", async () => {
  const [first, second] = await loadGraphs(() => import("./errors"));
  expect(first.notFound()).not.toBeInstanceOf(second.AppError);
});

describe("a webhook address that is refused", () => {
  const load = async () => ({
    ...(await import("../egress/send")),
    ...(await import("./shared")),
    ...(await import("../webhooks/settings/check-url")),
  });

  test.each([
    ["no address", "nonsense", "url_invalid"],
    ["ftp:", "ftp://hooks.example/", "url_scheme"],
    ["a password", "https://a:b@hooks.example/", "url_credentials"],
    ["a mistyped host", "https://hooks.exmaple/", "target_unresolved"],
    ["a private address", "http://10.0.0.5/", "target_private"],
    ["a metadata name", "http://metadata.google.internal/", "target_forbidden"],
    ["this service", "http://localhost:3000/", "target_own_service"],
  ])("%s: the reason, from a client that the other graph made", async (_, url, problem) => {
    const [door, next] = await loadGraphs(load);
    const client = door.shared("webhook-client", () =>
      door.createGuardedClient({
        resolve: (host) => Promise.resolve(host === "10.0.0.5" ? [host] : []),
        dial: () => Promise.reject(new Error("No connection in this test.")),
      }),
    );
    expect(await door.findUrlProblem(url)).toBe(problem);
    expect(await next.findUrlProblem(url)).toBe(problem);
    await client.close();
  });

  test("reports a name without an address when the name server hangs", async () => {
    vi.useFakeTimers();
    const [door, next] = await loadGraphs(load);
    const hung = new Promise<never>(() => undefined);
    const client = door.shared("webhook-client", () => door.createGuardedClient({ resolve: () => hung }));
    const asked = next.findUrlProblem("https://hooks.example/");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await asked).toBe("target_unresolved");
    vi.useRealTimers();
    await client.close();
  });
});

test("returns the same error when the limits' backend fails, whichever graph made it", async () => {
  const [door, next] = await loadGraphs(async () => ({
    ...(await import("./shared")),
    ...(await import("../usage/limit-burst")),
    ...(await import("../api/errors")),
  }));
  door.shared("burst-backend", () => ({
    take: () => Promise.reject(new Error("down")),
    isReady: () => Promise.resolve(false),
  }));
  const caller: Caller = {
    authMethod: "session",
    actor: { type: "user", id: "usr_a", userId: "usr_a" },
    scopes: new Set(),
    billing: { entityId: "bil_a", kind: "individual", userId: "usr_a", plan: "STANDARD", seats: 1, suspension: null },
    apiKeyId: null,
    isUseStale: false,
    keyBudget: null,
    isRecorded: false,
    grantId: null,
    tokenId: null,
    appId: null,
  };
  for (const graph of [door, next]) {
    const failure: unknown = await graph.limitBurst(caller, "read").catch((error: unknown) => error);
    expect(graph.describeFailure(failure).status).toBe(503);
  }
});
