import { Webhook } from "standardwebhooks";
import { describe, expect, test, vi } from "vitest";
import {
  drainThroughRetries,
  nowSeconds,
  pathTo,
  useDeliveries,
  verifyAsReceiver,
} from "../../../e2e/support/scenes/deliveries";
import type { Received } from "../../../e2e/support/servers/receiver";
import { drainDeliveries } from "../delivery/dispatch";
import { openAttempt, redeliver } from "../delivery/redeliver";
import { sendCanary, sendTest } from "../delivery/send-test";
import { readWebhook } from "../queries";
import { recreateAsV2 } from "../settings/create";
import { openWebhook } from "../settings/open-webhook";
import { startRotation } from "../settings/rotate-secret";
import { updateWebhook } from "../settings/update";
import { spellForStandardWebhooks } from "./standard-spelling";

const { scene, urlOf, at, register, emit, readHistory } = useDeliveries();

const isVerified = ({ headers, body }: Received, secret: string): boolean => {
  try {
    new Webhook(spellForStandardWebhooks(secret)).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
const ofStandard = ({ headers }: Received) => Object.keys(headers).filter((name) => name.startsWith("webhook-"));

describe.each(["2025-10-23", "2026-06-09"])("a %s webhook", (apiVersion) => {
  const events = ["record.updated" as const];

  test("sends no headers of Standard Webhooks until it is asked to, and none when it no longer is", async () => {
    const path = pathTo("200");
    const { access, secret } = await register(path, { events, apiVersion });
    const input = { name: "Receiver", url: urlOf(path), events };
    for (const standardHeaders of [false, true, false]) {
      await updateWebhook(access, { ...input, standardHeaders });
      expect(await readWebhook(access)).toMatchObject({ standardHeaders });
      await emit("record.updated");
      await drainDeliveries();
      const request = at(path).at(-1);
      if (!request) throw new Error("nothing arrived");
      expect(ofStandard(request)).toHaveLength(standardHeaders ? 3 : 0);
      expect(isVerified(request, secret)).toBe(standardHeaders);
      expect(verifyAsReceiver(request, [secret], nowSeconds())).toBe(true);
    }
  });

  test("keeps its id over retries and redeliveries, and signs each attempt at its own time", async () => {
    const path = pathTo("flaky-2");
    const { id, access, secret } = await register(path, { events, apiVersion, standardHeaders: true });
    const eventId = await emit("record.updated");
    await drainThroughRetries();
    const [first] = await readHistory(id);
    vi.setSystemTime(Date.now() + 3_600_000);
    await redeliver(await openAttempt(access, first?.id ?? ""), { isPaid: false });
    const requests = at(path);
    expect(requests).toHaveLength(4);
    for (const request of requests) expect(request.headers["webhook-id"]).toBe(eventId);
    const last = requests[3];
    expect(last && isVerified(last, secret)).toBe(true);
    const times = requests.map(({ headers }) => headers["webhook-timestamp"]);
    expect(new Set(times).size).toBe(4);
    expect(times).toEqual(requests.map(({ headers }) => headers["svc-webhook-timestamp"]));
  });

  test("carries a signature of each secret during a rotation, and of the next alone in a canary", async () => {
    const path = pathTo("200");
    const { access, secret } = await register(path, { events, apiVersion, standardHeaders: true });
    const { nextSecret } = await startRotation(access);
    await emit("record.updated");
    await drainDeliveries();
    await sendCanary(access);
    await sendTest(access, "record.updated");
    const verified = at(path).map((request) => [secret, nextSecret].map((held) => isVerified(request, held)));
    expect(verified).toEqual([
      [true, true],
      [false, true],
      [true, true],
    ]);
  });
});

test("a webhook that is created again as v2 keeps the choice", async () => {
  const { access } = await register(pathTo("200"), { apiVersion: "2025-10-23", standardHeaders: true });
  const { id } = await recreateAsV2(access);
  expect(await readWebhook(await openWebhook(scene().managerId, id))).toMatchObject({ standardHeaders: true });
});
