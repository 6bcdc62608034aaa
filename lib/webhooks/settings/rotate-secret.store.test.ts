import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { nowSeconds, pathTo, START, useDeliveries, verifyAsReceiver } from "../../../e2e/support/scenes/deliveries";
import { drainDeliveries } from "../delivery/dispatch";
import { sendCanary } from "../delivery/send-test";
import { readWebhook } from "../queries";
import { finishEndedRotations, finishRotation, startRotation } from "./rotate-secret";

const { at, register, emit } = useDeliveries();

describe("rotation", () => {
  test("both secrets sign until the rotation ends by the clock; the job only promotes the secret", async () => {
    const path = pathTo("200");
    const { secret, access } = await register(path, {
      events: ["record.updated"],
      apiVersion: "2025-10-23",
    });
    const { nextSecret, endsAt } = await startRotation(access);
    expect(endsAt).toEqual(new Date(START + 7 * 24 * 60 * 60 * 1000));
    await expect(startRotation(access)).rejects.toMatchObject({ code: "validation_error" });
    const deliver = async () => {
      await emit("record.updated");
      await drainDeliveries();
      const request = at(path).at(-1);
      if (!request) throw new Error("nothing arrived");
      return request;
    };
    const during = await deliver();
    expect(String(during.headers["svc-webhook-signature"])).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect([secret, nextSecret].map((held) => verifyAsReceiver(during, [held], nowSeconds()))).toEqual([true, true]);
    expect(during.headers["x-webhook-signature"]).toBe(createHmac("sha256", secret).update(during.body).digest("hex"));
    const canary = await sendCanary(access);
    expect(canary).toMatchObject({ success: true });
    const sent = at(path).at(-1);
    expect(sent && [secret, nextSecret].map((held) => verifyAsReceiver(sent, [held], nowSeconds()))).toEqual([
      false,
      true,
    ]);

    vi.setSystemTime(endsAt);
    for (const isTidied of [false, true]) {
      if (isTidied) expect(await finishEndedRotations()).toBe(1);
      const after = await deliver();
      expect(String(after.headers["svc-webhook-signature"])).toMatch(/^v1=[0-9a-f]{64}$/);
      expect([secret, nextSecret].map((held) => verifyAsReceiver(after, [held], nowSeconds()))).toEqual([false, true]);
      expect((await readWebhook(access)).rotation).toBeNull();
    }
    const again = await startRotation(access, 90);
    await finishRotation(access);
    const last = await deliver();
    expect([nextSecret, again.nextSecret].map((held) => verifyAsReceiver(last, [held], nowSeconds()))).toEqual([
      false,
      true,
    ]);
    for (const days of [0, 91, 1.5])
      await expect(async () => startRotation(access, days)).rejects.toMatchObject({ code: "validation_error" });
  });

  test("a rotation can start after the last one has ended, before the job promoted its secret", async () => {
    const path = pathTo("200");
    const { access } = await register(path);
    const first = await startRotation(access, 1);
    vi.setSystemTime(first.endsAt);
    const second = await startRotation(access, 1);
    await emit("message.created");
    await drainDeliveries();
    const [request] = at(path);
    expect(
      request && [first, second].map(({ nextSecret }) => verifyAsReceiver(request, [nextSecret], nowSeconds())),
    ).toEqual([true, true]);
  });
});
