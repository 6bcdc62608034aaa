import { expect, test } from "vitest";
import { type AuditLogEvidence, type CheckpointStore, type KeptCheckpoint, LogBreach, Witness } from "../src/witness";
import { type FakeLog, first, makeHandover, makeLog, second } from "./fake-log";

function createStore() {
  const kept: { seen: KeptCheckpoint | undefined; evidence: AuditLogEvidence[] } = { seen: undefined, evidence: [] };
  const store: CheckpointStore = {
    load: async () => kept.seen,
    save: async (seen) => {
      kept.seen = seen;
    },
    keepEvidence: async (evidence) => `evidence ${kept.evidence.push(evidence)}`,
    exclusively: (work) => work(),
  };
  return { kept, store };
}

const claim = ({ key, handovers, checkpoint }: FakeLog) => ({ key, handovers, checkpoint });
const open = (store: CheckpointStore, log: FakeLog, tiles: FakeLog = log) =>
  Witness.open(store, (path) => (path.startsWith("tile/") ? tiles : log).read(path).catch(() => undefined));
const look = async (store: CheckpointStore, log: FakeLog) => (await open(store, log)).check();

test("keeps the younger checkpoint of two concurrent processes", async () => {
  const { kept, store } = createStore();
  await look(store, makeLog(300));
  const slow = await open(store, makeLog(400), makeLog(500));
  await look(store, makeLog(500));
  expect(await slow.check()).toMatchObject({ size: 400, grownFrom: { size: 300 } });
  expect(kept.seen?.checkpoint).toBe(makeLog(500).checkpoint);
});

test("reports different logs that two processes see at the same time", async () => {
  for (const [log, other] of [
    [makeLog(400), makeLog(500, { forkAt: 350 })],
    [makeLog(500, { forkAt: 350 }), makeLog(400)],
    [makeLog(400, { forkAt: 0 }), makeLog(400)],
  ] as const) {
    const { kept, store } = createStore();
    const slow = await open(store, log);
    await look(store, other);
    await expect(slow.check()).rejects.toThrow(/forked: on 20\d\d-\S+ you saw [45]00 entries/);
    expect(kept.evidence).toMatchObject([{ kept: { checkpoint: other.checkpoint }, shown: claim(log) }]);
    expect(kept.seen?.checkpoint).toBe(other.checkpoint);
  }
});

test("accepts files of the same log and reports files of another one", async () => {
  const { kept, store } = createStore();
  const handovers = [makeHandover(second, [first, second])];
  const log = makeLog(900, { key: second, handovers });
  await look(store, makeLog(300));
  await look(store, makeLog(600, { key: second, handovers }));
  const witness = await open(store, log);
  const keys = [first.verifierKey, second.verifierKey];
  for (const file of [makeLog(200), makeLog(600), log]) await witness.recognize(claim(file), keys);
  expect(kept.evidence).toEqual([]);
  for (const file of [makeLog(200, { forkAt: 199 }), makeLog(600, { forkAt: 0 }), makeLog(900, { forkAt: 700 })])
    await expect(witness.recognize(claim(file), keys)).rejects.toThrow(/forked: on 20\d\d-\S+ you saw 600 entries/);
  await expect(witness.recognize(claim(log), [first.verifierKey])).rejects.toThrow(LogBreach);
  expect(kept.evidence).toHaveLength(4);
});
