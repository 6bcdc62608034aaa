import { expect, test } from "vitest";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { eventually } from "../support/scenes/eventually";
import { startService } from "../support/service";

interface Readiness {
  status: string;
  checks: Record<string, string>;
}

test("a missing Inngest shows in the log and at /api/readyz, and requests still succeed", async () => {
  const service = await startService({
    env: {
      INNGEST_EVENT_KEY: "key",
      INNGEST_SIGNING_KEY: "0123456789abcdef".repeat(4),
      INNGEST_BASE_URL: `http://127.0.0.1:${await findFreePort()}`,
    },
  });
  const ask = async () => {
    const response = await fetch(`${service.baseUrl}/api/readyz`);
    return { code: response.status, ...((await response.json()) as Readiness) };
  };
  try {
    const silent = { code: 200, status: "degraded", checks: { background: expect.stringContaining("Inngest") } };
    await eventually(async () => expect(await ask()).toMatchObject(silent));
    const told = "Inngest does not run the background functions";
    await eventually(() => expect(service.readOutput()).toContain(told));
    expect((await fetch(`${service.baseUrl}/v1/event-types`)).status).toBe(401);
  } finally {
    await service.stop();
  }
});
