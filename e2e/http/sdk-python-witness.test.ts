import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { type FakeLog, first, makeHandover, makeLog, second } from "../../packages/audit-verifier/test/fake-log";
import { Svc, SvcAuditLogError } from "../../packages/sdk/src/index";
import { FileCheckpointStore } from "../../packages/sdk/src/node/file-checkpoint-store";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { eventually } from "../support/scenes/eventually";
import { installPythonClient } from "./python-client";

/** Both clients as witnesses of one audit log, with one file. */
const { test: testPython, run: runPython } = await installPythonClient();
const demo = useDemo();

const makeFile = () => join(mkdtempSync(join(tmpdir(), "svc-witness-")), "audit-log.json");
const readSize = (file: string) => Number(JSON.parse(readFileSync(file, "utf8")).checkpoint.split("\n")[1]);

async function checkByPython(baseUrl: string, file: string, client = "sync") {
  return JSON.parse(await runPython(["packages/sdk-python/tests/service/check_log.py", baseUrl, file, client]));
}

async function checkByNode(baseUrl: string, file: string) {
  const svc = new Svc({ baseUrl, apiKey: "none", checkpoints: new FileCheckpointStore(file) });
  try {
    const sight = await svc.auditLog.check();
    return sight && { size: sight.size, from: sight.grownFrom?.size ?? null };
  } catch (error) {
    if (error instanceof SvcAuditLogError) return { reason: error.reason };
    throw error;
  }
}

testPython("Python and Node processes follow the log of the running service with one file", async () => {
  const file = makeFile();
  const { size: start } = await checkByPython(demo.baseUrl, file);
  await openSession(demo.baseUrl, demo.users.owner);
  await eventually(async () => {
    const { size, from } = await checkByPython(demo.baseUrl, file, "async");
    expect(size).toBeGreaterThan(start);
    expect(from).toBeLessThan(size);
  });
  const seen = await Promise.all([
    ...["sync", "async", "sync"].map((client) => checkByPython(demo.baseUrl, file, client)),
    ...[1, 2, 3].map(() => checkByNode(demo.baseUrl, file)),
  ]);
  expect(seen.map(({ reason }) => reason)).toEqual(seen.map(() => undefined));
  expect(readSize(file)).toBe(Math.max(...seen.map(({ size }) => size)));
});

let log: FakeLog = makeLog(300);
/** The same service shows it below `/other`. */
let otherLog: FakeLog = log;
const service = createServer((request, response) => {
  const [, isOther, path = ""] = /^(\/other)?\/audit\/log\/(.+)$/.exec(request.url ?? "") ?? [];
  (isOther ? otherLog : log).read(path).then(
    (bytes) => response.end(bytes),
    () => response.writeHead(404).end(),
  );
});
beforeAll(() => new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve)));
afterAll(() => service.close());

testPython("what one client has kept the other one demands, and a contradiction is one file for both", async () => {
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const file = makeFile();
  const handovers = [makeHandover(second, [first, second])];
  expect(await checkByNode(baseUrl, file)).toEqual({ size: 300, from: null });
  log = makeLog(66_000);
  expect(await checkByPython(baseUrl, file)).toEqual({ size: 66_000, from: 300 });
  log = makeLog(66_001, { key: second, handovers });
  expect(await checkByPython(baseUrl, file, "async")).toEqual({ size: 66_001, from: 66_000 });
  expect(await checkByNode(baseUrl, file)).toEqual({ size: 66_001, from: 66_001 });
  for (const [reason, other] of [
    ["forked", makeLog(66_300, { key: second, handovers, forkAt: 66_000 })],
    ["rewound", makeLog(66_000, { key: second, handovers })],
    ["unsigned", makeLog(66_300)],
  ] as const) {
    log = other;
    const evidence = readdirSync(join(file, "..")).length;
    for (const check of [checkByPython, checkByNode]) expect(await check(baseUrl, file)).toEqual({ reason });
    expect(readdirSync(join(file, ".."))).toHaveLength(evidence + 1);
  }
  expect(readSize(file)).toBe(66_001);
});

testPython("different logs that are shown to both clients at once are an error at once, and one file", async () => {
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  for (const [slow, fast] of [
    [checkByPython, checkByNode],
    [checkByNode, checkByPython],
  ] as const)
    for (const [here, there] of [
      [makeLog(500, { forkAt: 350 }), makeLog(400)],
      [makeLog(400), makeLog(500, { forkAt: 350 })],
    ] as const) {
      const file = makeFile();
      otherLog = there;
      log = {
        ...here,
        async read(path) {
          if (path === "checkpoint") expect(await fast(`${baseUrl}/other`, file)).toMatchObject({ from: null });
          return here.read(path);
        },
      };
      expect(await slow(baseUrl, file)).toEqual({ reason: "forked" });
      expect(readdirSync(join(file, ".."))).toHaveLength(2);
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ checkpoint: there.checkpoint });
    }
});
