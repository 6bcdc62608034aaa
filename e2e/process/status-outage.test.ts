import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../support/browser/oauth-flow";
import { eventually } from "../support/scenes/eventually";
import { readManifest } from "../support/scenes/manifest";
import { type ServiceBesideCluster, startBesideCluster } from "./service-beside-cluster";

let service: ServiceBesideCluster;

beforeAll(async () => {
  service = await startBesideCluster();
});
afterAll(() => service.remove());

test("the status page is drawn while the database is down, also for someone with a session", async () => {
  const cookie = await openSession(service.baseUrl, readManifest(service.manifestFile).users.owner);
  const read = async () => {
    const answer = await fetch(`${service.baseUrl}/status`, { headers: { cookie } });
    return { status: answer.status, html: await answer.text() };
  };
  // A part that takes longer than two seconds does not work, and the answer is kept for a while.
  await eventually(async () => expect((await read()).html).toContain("Everything works"));
  await service.stopCluster();
  const outage = /<h1[^>]*>Status<\/h1>[\s\S]*A part does not respond[\s\S]*<\/html>/;
  await eventually(async () =>
    expect(await read()).toMatchObject({ status: 200, html: expect.stringMatching(outage) }),
  );
  await eventually(async () =>
    expect(await (await fetch(`${service.baseUrl}/status.json`)).json()).toMatchObject({
      state: "down",
      parts: { database: "down", limitsBackend: "up", background: "down" },
    }),
  );
});
