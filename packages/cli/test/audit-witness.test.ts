import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { hashLeaf, sha256 } from "../../audit-verifier/src/hashes";
import {
  type FakeLog,
  first,
  makeHandover,
  makeLog,
  second,
  serveLog,
  third,
} from "../../audit-verifier/test/fake-log";
import { createMachine, SERVICE } from "./scripted-surroundings";

const folder = mkdtempSync(join(tmpdir(), "svc-witness-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A machine whose service shows `log`, which a test exchanges. */
function createWitness(env: Record<string, string> = {}) {
  const service: { log: FakeLog | null } = { log: makeLog(300) };
  const others: typeof fetch = async (input) =>
    (input instanceof Request ? input.url : input.toString()).includes("/v1/rooms")
      ? Response.json({ items: [], nextCursor: null })
      : new Response("ok");
  const fetch = serveLog(() => service.log, others);
  const machine = createMachine([], { fetch, env: { SVC_API_KEY: "svc_test_key", ...env } });
  const directory = join(machine.directory, "audit-log");
  return {
    machine,
    run: (...args: string[]) => machine.run(...args),
    service,
    directory,
    keptFile: join(directory, "svc.test.json"),
    kept: () => JSON.parse(readFileSync(join(directory, "svc.test.json"), "utf8")) as { checkpoint: string },
    evidence: () => readdirSync(directory).filter((name) => name.includes("evidence")),
  };
}

test("the first sight is kept for the person alone, and a log that has grown takes its place", async () => {
  const { run, service, kept, keptFile } = createWitness();
  expect(await run("doctor")).toMatchObject({ code: 0, stdout: expect.stringContaining("seen for the first time") });
  if (process.platform !== "win32") expect(statSync(keptFile).mode & 0o777).toBe(0o600);
  service.log = makeLog(1_000);
  const { code, stdout } = await run("doctor");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/1000 signed entries, grown from 300 of 20\d\d-/)]);
  expect(kept().checkpoint).toBe(service.log.checkpoint);
});

const handedOver = (signers: Parameters<typeof makeHandover>[1]) => ({
  key: second,
  handovers: [makeHandover(second, signers)],
});

/** Two command lines with one folder: one reads its checkpoint just before the other has done a whole check. */
async function lookAtOnce(log: FakeLog, other: FakeLog, after: FakeLog = log) {
  const [slow, fast] = [createWitness(), createWitness()];
  const env = { SVC_API_KEY: "svc_test_key", SVC_CONFIG_DIR: fast.machine.directory };
  fast.service.log = other;
  slow.service.log = {
    ...log,
    async read(path) {
      if (path !== "checkpoint") return log.read(path);
      expect((await fast.run("doctor")).code).toBe(0);
      slow.service.log = after;
      return log.read(path);
    },
  };
  Object.assign(slow.machine.surroundings, { env: { ...slow.machine.surroundings.env, ...env } });
  const { code, stdout } = await slow.run("doctor");
  return { code, stdout, kept: fast.kept(), evidence: fast.evidence() };
}

test("two command lines that are shown different logs at once find the fork at once", async () => {
  const other = makeLog(400);
  const { code, stdout, kept, evidence } = await lookAtOnce(makeLog(500, { forkAt: 350 }), other);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/forked: on 20\d\d-\S+ you saw 400 entries/)]);
  expect(kept.checkpoint).toBe(other.checkpoint);
  expect(evidence).toHaveLength(1);
});

describe("two command lines that see the log for the first time on either side of another key", () => {
  test.each<[string, FakeLog, FakeLog]>([
    ["the later one is kept first", makeLog(400), makeLog(500, handedOver([first, second]))],
    ["the same entries", makeLog(400), makeLog(400, handedOver([first, second]))],
    ["the earlier one is kept first", makeLog(500, handedOver([first, second])), makeLog(400)],
  ])("accuse nobody: %s", async (_, log, other) => {
    const after = makeLog(500, handedOver([first, second]));
    const { code, kept, evidence } = await lookAtOnce(log, other, after);
    expect([code, evidence]).toEqual([0, []]);
    expect(kept.checkpoint).toBe((log.key === second.verifierKey ? log : other).checkpoint);
  });

  const fork = makeLog(500, { ...handedOver([first, second]), forkAt: 350 });
  const rewound = makeLog(400, handedOver([first, second]));
  test.each<[string, FakeLog, FakeLog, FakeLog, RegExp]>([
    [
      "no handover",
      makeLog(400),
      makeLog(500, { key: second }),
      makeLog(500, { key: second }),
      /not signed by the (known )?key/,
    ],
    [
      "a handover of the next key alone",
      makeLog(400),
      makeLog(500, { key: second }),
      makeLog(500, handedOver([second])),
      /not signed by the (known )?key/,
    ],
    ["a fork under the next key", makeLog(400), fork, fork, /forked: on 20\d\d-\S+ you saw 500 entries/],
    ["a rewound log is kept first", makeLog(500), rewound, rewound, /not signed by the (known )?key/],
    ["a rewound log under the next key", rewound, makeLog(500), rewound, /rewound: on 20\d\d-\S+ you saw 500 entries/],
  ])("find a log that is another one: %s", async (_, log, other, after, problem) => {
    const { code, stdout, kept, evidence } = await lookAtOnce(log, other, after);
    expect([code, stdout]).toEqual([1, expect.stringMatching(problem)]);
    expect(kept.checkpoint).toBe(other.checkpoint);
    expect(evidence).toHaveLength(1);
  });
});

describe("a log that is not the one of before fails, is kept as evidence, and is not taken for the one of before", () => {
  test.each<[string, FakeLog | null, RegExp]>([
    ["forked", makeLog(400, { forkAt: 299 }), /forked: on 20\d\d-\S+ you saw 300 entries.* of 400 entries/],
    ["forked at its end", makeLog(300, { forkAt: 299 }), /forked: on 20\d\d-\S+ you saw 300 entries/],
    ["rewound", makeLog(299), /rewound: on 20\d\d-\S+ you saw 300 entries.*now there are 299/],
    ["signed by another key", makeLog(400, { key: second }), /not signed by the known key.*you saw 300 entries/],
    ["under a key that signed itself in", makeLog(400, handedOver([second])), /not signed by the known key/],
    ["under a key that did not sign", makeLog(400, handedOver([first])), /not signed by the known key/],
    ["with a forged signature", forge(makeLog(400)), /not signed by the known key/],
    ["gone", null, /gone: on 20\d\d-\S+ you saw 300 entries/],
  ])("%s", async (_, log, problem) => {
    const { run, service, kept, evidence, directory } = createWitness();
    await run("doctor");
    const before = kept();
    service.log = log;
    for (const attempt of [1, 2]) {
      const { code, stdout } = await run("doctor");
      expect([attempt, code, stdout]).toEqual([attempt, 1, expect.stringMatching(problem)]);
      expect(stdout).toContain(join(directory, evidence()[0] ?? "none"));
    }
    expect(kept()).toEqual(before);
    expect(evidence()).toHaveLength(1);
    const [file = ""] = evidence();
    expect(JSON.parse(readFileSync(join(directory, file), "utf8"))).toMatchObject({
      problem: expect.stringMatching(problem),
      kept: before,
      ...(log && { shown: { checkpoint: log.checkpoint } }),
    });
  });
});

function forge(log: FakeLog): FakeLog {
  const checkpoint = log.checkpoint.replace("\n400\n", "\n401\n");
  return {
    ...log,
    checkpoint,
    read: async (path) => (path === "checkpoint" ? Buffer.from(checkpoint) : log.read(path)),
  };
}

test("a key that the one before has introduced is followed, and the one before is not trusted again", async () => {
  const { run, service } = createWitness();
  await run("doctor");
  const handovers = [makeHandover(second, [first, second]), makeHandover(third, [second, third])];
  service.log = makeLog(400, { key: third, handovers });
  expect((await run("doctor")).code).toBe(0);
  service.log = makeLog(500, { key: second, handovers });
  expect((await run("doctor")).code).toBe(1);
});

test("a kept checkpoint that someone has changed is no reason to accuse the log of something else", async () => {
  const { run, keptFile } = createWitness();
  await run("doctor");
  writeFileSync(keptFile, readFileSync(keptFile, "utf8").replace("\\n300\\n", "\\n301\\n"));
  expect(await run("doctor")).toMatchObject({ code: 1, stdout: expect.stringContaining("someone changed the store") });
});

test("a key that comes between two readings is none of the log's faults", async () => {
  const { run, service } = createWitness();
  await run("doctor");
  const [before, after] = [makeLog(300), makeLog(400, handedOver([first, second]))];
  let readings = 0;
  service.log = {
    ...after,
    read: (path) => (path === "keys" && readings++ === 0 ? before.read(path) : after.read(path)),
  };
  expect((await run("doctor")).code).toBe(0);
});

test("without a log nothing is kept, and nothing is if the person wants that", async () => {
  const { run, service, directory } = createWitness();
  service.log = null;
  expect((await run("doctor")).code).toBe(0);
  const silent = createWitness({ SVC_AUDIT_WITNESS: "off" });
  expect((await silent.run("doctor")).code).toBe(0);
  for (const place of [directory, silent.directory]) expect(() => readdirSync(place)).toThrow("ENOENT");
});

/** The second of two rows, with its way to the root. */
function makeProof() {
  // Its members are in the order in which they are hashed.
  const row = { at: new Date().toISOString(), id: "7", number: 1, requestId: "req_1", surface: "v1", version: 1 };
  const salt = Buffer.alloc(16, 5);
  const entries = [Buffer.alloc(32, 9), sha256(salt, Buffer.from(JSON.stringify(row)))];
  const extra = Buffer.from(JSON.stringify({ salt: salt.toString("base64"), row })).toString("base64");
  const sibling = hashLeaf(Buffer.alloc(32, 9)).toString("base64");
  const write = (log: FakeLog) => `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex 1\n${sibling}\n\n${log.checkpoint}`;
  return { entries, write };
}

function save(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test("a proof is checked by the kept key, and belongs to the log that was seen", async () => {
  const { entries, write } = makeProof();
  const { run, service, evidence } = createWitness();
  const file = save("row.tlog-proof", write(makeLog(2, { entries })));
  expect(await run("audit", "verify", file, "--offline")).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(`no key of the audit log at ${SERVICE}`),
  });
  service.log = makeLog(300, { entries });
  expect(await run("audit", "verify", file)).toMatchObject({ code: 0, stdout: expect.stringContaining("1 row is as") });
  expect(await run("audit", "verify", file, "--offline")).toMatchObject({ code: 0 });
  const changed = save("changed.tlog-proof", write(makeLog(2, { entries })).replace("index 1", "index 0"));
  expect(await run("audit", "verify", changed, "--format", "json")).toMatchObject({ code: 1 });
  // Signed by the log's key, and of another log.
  const forked = save("forked.tlog-proof", write(makeLog(2, { entries: [Buffer.alloc(32, 8), Buffer.alloc(32)] })));
  expect(await run("audit", "verify", forked)).toMatchObject({ code: 1, stderr: expect.stringContaining("forked") });
  expect(evidence()).toHaveLength(1);
});

test("a proof of another row, a changed one and a file outside of the folder are refused", async () => {
  const { entries, write } = makeProof();
  const file = write(makeLog(2, { entries }));
  const proof = { id: "7", at: new Date().toISOString(), state: "proved", index: 1, file };
  const answers: Record<string, object> = {
    "/api/cli/login": {
      code: "c",
      secret: "s",
      verificationUrl: SERVICE,
      expiresInSeconds: 600,
      intervalSeconds: 0.01,
    },
    "/api/cli/login/poll": { status: "approved", token: "svc_cli_x" },
    "/api/cli/session": {
      session: { id: "ses_1", deviceName: "laptop", expiresAt: "2027-01-01T00:00:00Z" },
      user: { id: "usr_1", email: "aiko@example.test", name: "Aiko" },
      contexts: [{ kind: "user", id: "usr_1", name: "Aiko" }],
      scopes: [],
    },
  };
  const others: typeof fetch = async (input) =>
    Response.json(answers[new URL(input instanceof Request ? input.url : input).pathname] ?? {});
  const machine = createMachine([], { fetch: serveLog(() => makeLog(300, { entries }), others) });
  await machine.run("login");
  const prove = async (row: string, ...proofs: object[]) => {
    answers["/api/audit/proofs"] = { proofs };
    return machine.run("audit", "prove", row, "--output", join(folder, "proofs"));
  };
  for (const row of ["7", "req_1"])
    expect(await prove(row, proof)).toMatchObject({ code: 0, stdout: expect.stringContaining("Row 7") });
  expect(readdirSync(join(folder, "proofs"))).toEqual(["audit-row-1.tlog-proof"]);
  expect(await prove("8", proof)).toMatchObject({ code: 1, stdout: expect.stringContaining("of another row") });
  const changed = { ...proof, file: file.replace("index 1", "index 0") };
  expect(await prove("7", changed)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("is not what was signed"),
  });
  const waiting = { id: "7", at: proof.at, state: "waiting" };
  expect(await prove("7", waiting)).toMatchObject({ code: 1, stdout: expect.stringContaining("not signed yet") });
  expect(await prove("7", { ...proof, index: "../../x" })).toMatchObject({ code: 1 });
  expect(await prove("7")).toMatchObject({ code: 3 });
  expect(readdirSync(folder)).not.toContain("x.tlog-proof");
});

test("a key that is given needs no service, and a file that is none is bad input", async () => {
  const { entries, write } = makeProof();
  const { run, directory } = createWitness();
  const file = save("given.tlog-proof", write(makeLog(2, { entries })));
  expect(await run("audit", "verify", file, "--key", first.verifierKey)).toMatchObject({ code: 0 });
  expect(await run("audit", "verify", file, "--key", second.verifierKey)).toMatchObject({ code: 1 });
  const bad = save("bad.ndjson", "{}\n");
  expect(await run("audit", "verify", bad, "--key", first.verifierKey)).toMatchObject({ code: 3 });
  expect(await run("audit", "verify", "/none.ndjson", "--key", first.verifierKey)).toMatchObject({ code: 3 });
  expect(await run("audit", "export", "--proofs", "--csv")).toMatchObject({ code: 4 });
  expect(await run("audit", "export", "-o", join(folder, "x.ndjson"))).toMatchObject({ code: 2 });
  expect(() => readdirSync(directory)).toThrow("ENOENT");
});
