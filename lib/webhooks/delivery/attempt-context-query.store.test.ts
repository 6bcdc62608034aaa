import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { type Receiver, startReceiver } from "../../../e2e/support/servers/receiver";
import { readLatestAttempts } from "../history/stats-query";
import { readAttemptContext } from "./attempt-context-query";
import { openAttempt, redeliver } from "./redeliver";
import { sendTest } from "./send-test";

const database = useTestDatabase();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

describe("the context of an attempt", () => {
  test("has the neighbours in this webhook's history, and all attempts of the event", async () => {
    const scene = await createWebhookScene(database);
    const { access } = await scene.register(`${receiver.url}/200`);
    const other = await scene.register(`${receiver.url}/200`);
    const first = await sendTest(access, "task.created");
    await sendTest(other.access, "task.created");
    const second = await sendTest(access, "record.created");
    await sendTest(other.access, "task.created");
    const again = await redeliver(await openAttempt(access, first.id), { isPaid: false });

    expect(await readAttemptContext(access, first.id)).toMatchObject({ newerId: second.id, olderId: null });
    expect(await readAttemptContext(access, second.id)).toMatchObject({ newerId: again.id, olderId: first.id });
    const { newerId, ofEvent } = await readAttemptContext(access, again.id);
    expect(newerId).toBeNull();
    expect(ofEvent.map(({ id, isTest, isRedelivery }) => ({ id, isTest, isRedelivery }))).toEqual([
      { id: first.id, isTest: true, isRedelivery: false },
      { id: again.id, isTest: false, isRedelivery: true },
    ]);
    expect((await readAttemptContext(other.access, first.id)).ofEvent).toEqual([]);
  });
});

test("reads the newest attempt of each webhook that has one", async () => {
  const scene = await createWebhookScene(database);
  const good = await scene.register(`${receiver.url}/200`);
  const bad = await scene.register(`${receiver.url}/404`);
  const idle = await scene.register(`${receiver.url}/200`);
  await sendTest(good.access, "task.created");
  const newest = await sendTest(good.access, "task.created");
  await sendTest(bad.access, "task.created");
  const latest = await readLatestAttempts([good.id, bad.id, idle.id]);
  expect(latest.get(good.id)).toMatchObject({ success: true, deliveredAt: newest.deliveredAt });
  expect(latest.get(bad.id)).toMatchObject({ success: false });
  expect(latest.has(idle.id)).toBe(false);
});
