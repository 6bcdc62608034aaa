import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  type FakeLog,
  first,
  makeHandover,
  makeLog,
  second,
  serveLog,
  third,
} from "../../audit-verifier/test/fake-log";
import { MemoryCheckpointStore, Svc, SvcAuditLogError } from "../src/index";
import { FileCheckpointStore } from "../src/node/file-checkpoint-store";

const folder = mkdtempSync(join(tmpdir(), "svc-checkpoints-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A client whose service shows `log`, which a test exchanges. */
function createWitness(checkpoints?: MemoryCheckpointStore | FileCheckpointStore | false) {
  const service: { log: FakeLog | null } = { log: makeLog(300) };
  const fetch = serveLog(() => service.log);
  const svc = new Svc({ baseUrl: "https://svc.test/", apiKey: "svc_test_key", fetch, checkpoints });
  return { service, svc };
}

const findBreach = (svc: Svc) =>
  svc.auditLog.check().then(
    () => undefined,
    (error: unknown) => error,
  );

test("without any set-up a client follows a log that grows, also under other settings", async () => {
  const { service, svc } = createWitness();
  expect(await svc.auditLog.check()).toEqual({
    size: 300,
    checkpoint: service.log?.checkpoint,
    grownFrom: undefined,
  });
  for (const size of [300, 301, 512, 66_000]) {
    service.log = makeLog(size);
    const sight = await svc.withOptions({ timeoutMs: 240_000 }).auditLog.check();
    expect(sight).toMatchObject({ size, grownFrom: { seenAt: expect.stringMatching(/^20\d\d-/) } });
  }
  service.log = makeLog(299);
  expect(await findBreach(svc)).toMatchObject({ reason: "rewound" });
});

const handedOver = (signers: Parameters<typeof makeHandover>[1]) => ({
  key: second,
  handovers: [makeHandover(second, signers)],
});

describe("a log that is not the one of before is an error that says what was seen when", () => {
  test.each<[string, FakeLog | null, RegExp]>([
    ["forked", makeLog(400, { forkAt: 299 }), /on 20\d\d-\S+ you saw 300 entries.* of 400 entries/],
    ["forked", makeLog(300, { forkAt: 0 }), /on 20\d\d-\S+ you saw 300 entries/],
    ["rewound", makeLog(299), /on 20\d\d-\S+ you saw 300 entries.*now there are 299/],
    ["unsigned", makeLog(400, { key: second }), /not signed by the known key/],
    ["unsigned", makeLog(400, handedOver([second])), /not signed by the known key/],
    ["unsigned", makeLog(400, handedOver([first])), /not signed by the known key/],
    ["gone", null, /on 20\d\d-\S+ you saw 300 entries/],
  ])("%s", async (reason, log, problem) => {
    const store = new MemoryCheckpointStore();
    const { service, svc } = createWitness(store);
    await svc.auditLog.check();
    const kept = await store.load();
    service.log = log;
    const error = await findBreach(svc);
    expect(error).toBeInstanceOf(SvcAuditLogError);
    expect(error).toMatchObject({ reason, message: expect.stringMatching(problem) });
    expect(store.evidence).toEqual([(error as SvcAuditLogError).evidence]);
    expect(store.evidence[0]).toMatchObject({ kept, ...(log && { shown: { checkpoint: log.checkpoint } }) });
    expect(await store.load()).toEqual(kept);
    // It is demanded again, until the log is the one of before.
    service.log = makeLog(301);
    expect(await svc.auditLog.check()).toMatchObject({ size: 301 });
  });
});

test("a key that the one before has introduced is followed, and the one before is not trusted again", async () => {
  const { service, svc } = createWitness();
  await svc.auditLog.check();
  const handovers = [makeHandover(second, [first, second]), makeHandover(third, [second, third])];
  service.log = makeLog(400, { key: third, handovers });
  expect(await svc.auditLog.check()).toMatchObject({ size: 400 });
  service.log = makeLog(500, { key: second, handovers });
  expect(await findBreach(svc)).toMatchObject({ reason: "unsigned" });
});

/** A process that reads its checkpoint just before another one has done a whole check; `after` is the log from then on. */
async function checkAtOnce(
  store: MemoryCheckpointStore | FileCheckpointStore,
  log: FakeLog,
  other: FakeLog,
  after: FakeLog = log,
) {
  const [slow, fast] = [createWitness(store), createWitness(store)];
  fast.service.log = other;
  slow.service.log = {
    ...log,
    async read(path) {
      if (path !== "checkpoint") return log.read(path);
      await fast.svc.auditLog.check();
      slow.service.log = after;
      return log.read(path);
    },
  };
  return slow.svc.auditLog.check();
}

test.each<[string, FakeLog, FakeLog]>([
  ["an older log", makeLog(400), makeLog(500)],
  ["a younger log", makeLog(500), makeLog(400)],
  ["the same log", makeLog(400), makeLog(400)],
  ["a log of the next key", makeLog(400), makeLog(500, handedOver([first, second]))],
  ["the same log under the next key", makeLog(400), makeLog(400, handedOver([first, second]))],
  ["a log of the key before", makeLog(500, handedOver([first, second])), makeLog(400)],
  ["the same log of the key before", makeLog(400, handedOver([first, second])), makeLog(400)],
  ["a log of the key after the next", makeLog(400), makeLog(500, { key: third, handovers: toThird() })],
  ["a log of the first key", makeLog(500, { key: third, handovers: toThird() }), makeLog(400)],
])("processes side by side accuse nobody, and the younger checkpoint stays: %s", async (_, log, other) => {
  const sizeOf = ({ checkpoint }: { checkpoint: string }) => Number(checkpoint.split("\n")[1]);
  const younger = sizeOf(log) > sizeOf(other) ? log : other;
  const latest = log.handovers.length > other.handovers.length ? log : younger;
  for (const isFirst of [true, false]) {
    const store = new MemoryCheckpointStore();
    if (!isFirst) await createWitness(store).svc.auditLog.check();
    expect(await checkAtOnce(store, log, other, latest)).toMatchObject({ size: sizeOf(log) });
    expect(await store.load()).toMatchObject({ checkpoint: younger.checkpoint });
    expect(store.evidence).toEqual([]);
    // The keys that are kept lead on.
    const { svc, service } = createWitness(store);
    service.log = makeLog(600, latest.key === first.verifierKey ? {} : { ...findSigner(latest) });
    expect(await svc.auditLog.check()).toMatchObject({ size: 600, grownFrom: { size: sizeOf(younger) } });
  }
});

function toThird(): string[] {
  return [makeHandover(second, [first, second]), makeHandover(third, [second, third])];
}

function findSigner({ key, handovers }: FakeLog) {
  return { key: key === second.verifierKey ? second : third, handovers };
}

describe("different logs that are shown to two processes at once are an error at once", () => {
  test.each<[string, FakeLog, FakeLog, FakeLog?]>([
    ["forked", makeLog(500, { forkAt: 350 }), makeLog(400)],
    ["forked", makeLog(400), makeLog(500, { forkAt: 350 })],
    ["forked", makeLog(400), makeLog(500, { forkAt: 350 }), makeLog(500)],
    ["forked", makeLog(400, { forkAt: 399 }), makeLog(400)],
    ["unsigned", makeLog(500, { key: second, handovers: [] }), makeLog(400)],
    ["unsigned", makeLog(500), makeLog(400, handedOver([first, second]))],
  ])("%s", async (reason, log, other, after) => {
    const folders = [true, false].map(() => join(mkdtempSync(join(folder, "at-once-")), "log.json"));
    for (const [at, file] of folders.entries()) {
      const store = new FileCheckpointStore(file);
      if (at > 0 && log.key === first.verifierKey) await createWitness(store).svc.auditLog.check();
      await expectBreach(store, reason, log, other, after);
      expect(readdirSync(join(file, "..")).filter((name) => name.includes("evidence"))).toHaveLength(1);
    }
  });

  const fork = { ...handedOver([first, second]), forkAt: 350 };
  // Each of them trusts the key that it sees, and a handover has to lead from one to the other.
  test.each<[string, string, FakeLog, FakeLog, FakeLog]>([
    ["no handover", "unsigned", makeLog(400), makeLog(500, { key: second }), makeLog(500, { key: second })],
    [
      "one by the next key",
      "unsigned",
      makeLog(400),
      makeLog(500, { key: second }),
      makeLog(500, handedOver([second])),
    ],
    [
      "one by the key before",
      "unsigned",
      makeLog(400),
      makeLog(500, { key: second }),
      makeLog(500, handedOver([first])),
    ],
    [
      "one of another key",
      "unsigned",
      makeLog(400),
      makeLog(500, { key: second }),
      makeLog(500, handedOver([second, third])),
    ],
    [
      "no log any more",
      "unsigned",
      makeLog(400),
      makeLog(500, { key: second }),
      { ...makeLog(1), read: () => Promise.reject(new Error("gone")) },
    ],
    [
      "a handover back",
      "rewound",
      makeLog(400),
      makeLog(500, { key: second }),
      makeLog(400, { handovers: [makeHandover(first, [first, second])] }),
    ],
    ["a fork under the next key", "forked", makeLog(400), makeLog(500, fork), makeLog(500, fork)],
    ["a fork of the same size under the next key", "forked", makeLog(400), makeLog(400, fork), makeLog(400, fork)],
    [
      "a fork of the key before",
      "forked",
      makeLog(500, handedOver([first, second])),
      makeLog(400, { forkAt: 350 }),
      makeLog(500, handedOver([first, second])),
    ],
    [
      "a log that was rewound to its next key",
      "unsigned",
      makeLog(500),
      makeLog(400, handedOver([first, second])),
      makeLog(400, handedOver([first, second])),
    ],
    [
      "a rewound log under the next key",
      "rewound",
      makeLog(400, handedOver([first, second])),
      makeLog(500),
      makeLog(400, handedOver([first, second])),
    ],
  ])("on either side of another key: %s", async (_, reason, log, other, after) => {
    await expectBreach(
      new FileCheckpointStore(join(mkdtempSync(join(folder, "keys-")), "log.json")),
      reason,
      log,
      other,
      after,
    );
  });

  async function expectBreach(
    store: FileCheckpointStore,
    reason: string,
    log: FakeLog,
    other: FakeLog,
    after?: FakeLog,
  ) {
    const error = await checkAtOnce(store, log, other, after).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason });
    expect((error as SvcAuditLogError).evidence).toMatchObject({
      kept: { checkpoint: other.checkpoint },
      shown: { checkpoint: log.checkpoint },
    });
    expect(await store.load()).toMatchObject({ checkpoint: other.checkpoint });
  }
});

test("the kept checkpoint is compared and replaced in one step, and other members of its file stay", async () => {
  const younger = {
    keys: [first.verifierKey],
    checkpoint: makeLog(500).checkpoint,
    seenAt: "2026-01-01T00:00:00.000Z",
  };
  const more = { lastRows: {} };
  class BusyStore extends FileCheckpointStore {
    /** Another process had the lock until now. */
    override exclusively<T>(work: () => Promise<T>): Promise<T> {
      return super.exclusively(async () => {
        await this.save({ ...younger, ...more });
        return work();
      });
    }
  }
  const store = new BusyStore(join(folder, "shared", "log.json"));
  const { service, svc } = createWitness(store);
  const [log, grown] = [makeLog(300), makeLog(500)];
  service.log = { ...log, read: (path) => (path.startsWith("tile/") ? grown : log).read(path) };
  expect(await svc.auditLog.check()).toMatchObject({ size: 300 });
  expect(await store.load()).toEqual({ ...younger, ...more });
  service.log = makeLog(501);
  await svc.auditLog.check();
  expect(await store.load()).toMatchObject({ checkpoint: service.log.checkpoint, ...more });
});

test("a file remembers for other processes, and keeps each contradiction once", async () => {
  const file = join(folder, "deep", "log.json");
  const before = createWitness(new FileCheckpointStore(file));
  await before.svc.auditLog.check();
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  const { service, svc } = createWitness(new FileCheckpointStore(file));
  service.log = makeLog(310, { forkAt: 4 });
  for (const _ of [1, 2]) expect(await findBreach(svc)).toMatchObject({ reason: "forked" });
  const names = readdirSync(join(folder, "deep"));
  expect(names).toHaveLength(2);
  const evidence = names.find((name) => name.includes("evidence")) ?? "";
  expect(readFileSync(join(folder, "deep", evidence), "utf8")).toContain("The log was forked");
});

test("compares nothing without a store, and returns undefined without a log", async () => {
  const { service, svc } = createWitness(false);
  await svc.auditLog.check();
  service.log = makeLog(10);
  expect(await svc.auditLog.check()).toMatchObject({ size: 10, grownFrom: undefined });
  service.log = null;
  expect(await svc.auditLog.check()).toBeUndefined();
});

test("fails on a missing tile and keeps nothing", async () => {
  const store = new MemoryCheckpointStore();
  const { service, svc } = createWitness(store);
  await svc.auditLog.check();
  const kept = await store.load();
  const grown = makeLog(400);
  service.log = {
    ...grown,
    read: (path) => (path.startsWith("tile/") ? Promise.reject(new Error()) : grown.read(path)),
  };
  await expect(svc.auditLog.check()).rejects.toThrow("withholds a part");
  expect(await store.load()).toEqual(kept);
});
