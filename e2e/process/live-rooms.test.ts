import { expect, test } from "vitest";
import { openLive } from "../support/live-stream";
import { readManifest } from "../support/manifest";
import { openSession } from "../support/oauth-flow";
import { startService } from "../support/service";

test("a service that is stopped ends the open streams of its rooms in good order, and waits for none of them", async () => {
  const service = await startService();
  const demo = readManifest(service.manifestFile);
  const cookie = await openSession(service.baseUrl, demo.users.owner);
  const streams = await Promise.all(
    [demo.rooms.general, demo.rooms.dm].map(({ id }) => openLive(service.baseUrl, id, cookie)),
  );
  // Cut off after the grace, a stream would break in the reader's hands instead of ending.
  const [code] = await Promise.all([service.stop(), ...streams.map((stream) => stream.awaitEnd())]);
  expect(code).toBe(0);
});
