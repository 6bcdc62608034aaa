import { afterAll, beforeAll, expect, test } from "vitest";
import { HOSTILE_TARGETS, REBINDING_TARGETS } from "../../../e2e/support/attacks/hostile-targets";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { makeBrowser } from "../../../e2e/support/servers/push-service";
import { startSession } from "../../accounts/sessions/start-session";
import { createGuardedClient } from "../../egress/send";
import { resolveHost } from "../../egress/target";
import { encrypt } from "../../platform/crypto";
import { pushSubscriptionPlace } from "../../platform/sealed-places";
import { shared } from "../../platform/shared";
import { notifyPeople } from "../notify-people";
import { drainPushes } from "./drain";
import { subscribe } from "./subscribe";
import { PushSubscription } from "./subscription";

// Receivers of webhooks may be on loopback here; those of pushes may not.
process.env["SVC_ALLOWED_PRIVATE_TARGETS"] = "127.0.0.1,receiver.example";
const database = useTestDatabase();
const world = createWorld(database);
const { keys } = makeBrowser("/hostile").subscription;
const dialled: string[] = [];
const asked = new Map<string, number>();
const targets = [...HOSTILE_TARGETS, ...REBINDING_TARGETS].map(({ url, answers }) => ({
  endpoint: url.replace(/^http:/i, "https:"),
  answers,
}));

beforeAll(() => {
  shared("push-client", () =>
    createGuardedClient({
      reach: new Set(["public"]),
      dial: ({ address }) => {
        dialled.push(address);
        return Promise.reject(new Error("No connection in this test."));
      },
      resolve: (host, isTrusted) => {
        const target = targets.find(
          ({ endpoint, answers }) => answers && URL.canParse(endpoint) && new URL(endpoint).hostname === host,
        );
        if (!target?.answers) return host.endsWith(".example") ? Promise.resolve([]) : resolveHost(host, isTrusted);
        const turn = asked.get(host) ?? 0;
        asked.set(host, turn + 1);
        return Promise.resolve(target.answers[Math.min(turn, target.answers.length - 1)] ?? []);
      },
    }),
  );
});
afterAll(() => expect(dialled).toEqual([]));

async function beginSession() {
  const { id: userId } = await world.user();
  return { userId, sessionId: await startSession(userId, null, { isKnownDevice: true }) };
}

const isRefused = async (session: Awaited<ReturnType<typeof beginSession>>, endpoint: string) => {
  const read = PushSubscription.safeParse({ endpoint, keys });
  return !read.success || (await subscribe(session, read.data)) === "refused";
};

test("no hostile target becomes an endpoint, also not one that webhooks may reach", async () => {
  const session = await beginSession();
  const taken: string[] = [];
  // A name without an address is checked when something is sent.
  for (const { url, answers } of HOSTILE_TARGETS)
    for (const endpoint of [url, url.replace(/^http:/i, "https:")])
      if (answers?.flat().length !== 0 && !(await isRefused(session, endpoint))) taken.push(endpoint);
  expect(taken).toEqual([]);
});

test("no push reaches a hostile target", async () => {
  const planted: string[] = [];
  for (const { endpoint } of targets.filter((target) => URL.canParse(target.endpoint))) {
    const { sessionId, userId } = await beginSession();
    const ciphertext = encrypt(JSON.stringify({ endpoint, keys }), pushSubscriptionPlace(sessionId));
    await database.query("INSERT INTO push_subscriptions VALUES ($1, $2, $3, now())", [
      sessionId,
      Buffer.from(sessionId),
      ciphertext,
    ]);
    await world.insert("notifications", {
      key: `hostile:${sessionId}`,
      kind: "audit_stream.paused",
      audience: `person:${userId}`,
      subject_id: "aus_1",
      facts: {},
    });
    planted.push(sessionId);
  }
  expect(planted.length).toBeGreaterThan(150);
  await notifyPeople();
  expect(await database.query("SELECT FROM notification_pushes")).toHaveLength(planted.length);
  expect(await drainPushes()).toBe(true);
  expect(dialled).toEqual([]);
});
