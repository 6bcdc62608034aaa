import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readReference } from "../../lib/docs/surface/operations";
import { writeSnippets } from "../../lib/docs/surface/snippets";
import { postApproval } from "../support/browser/forms";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { eventually } from "../support/scenes/eventually";
import { makePerson, type Person } from "../support/scenes/people";
import { openDemoWorld } from "../support/scenes/world";
import { makeChildEnv } from "../support/servers/child-process";

/** The built command line against the running service. */
const demo = useDemo();
const APPROVE = "/cli/approve";
let folder = "";
let svc = "";
let person: Person;
let roomId = "";
let cookie = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-cli-"));
  // Not into dist/: the service would find its own sources changed.
  svc = join(folder, "svc.mjs");
  await promisify(execFile)(process.execPath, ["packages/cli/build.mjs", svc]);
  person = await makePerson(demo, { name: "Aiko", roleAtAcme: 20 });
  // Not the general room: another test lists its members.
  roomId = demo.rooms.noBoard.id;
  await openDemoWorld(demo).enter(roomId, person.id);
  cookie = await openSession(demo.baseUrl, person);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const makeEnv = (variables: Record<string, string> = {}) =>
  makeChildEnv({
    SVC_CONFIG_DIR: join(folder, "config"),
    SVC_SECRET_STORE: "file",
    SVC_URL: demo.baseUrl,
    ...variables,
  });

function run(args: readonly string[], variables: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const child = execFile(process.execPath, [svc, ...args], { env: makeEnv(variables) }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

const postForm = (path: string, field: string, values: Record<string, string>) =>
  postApproval({ baseUrl: demo.baseUrl, cookie }, path, field, values);

async function signIn(decision: "approve" | "deny"): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [svc, "login", "--no-browser", "--device-name", "Aiko's laptop"], {
    env: makeEnv(),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  await expect.poll(() => output).toMatch(/\/cli\/approve\?code=[B-Z]{4}-[B-Z]{4}\n/);
  const [code = ""] = /[B-Z]{4}-[B-Z]{4}/.exec(output) ?? [];
  const decisionPath = await postForm(APPROVE, "code", { code });
  expect(decisionPath).toContain(`${APPROVE}?login=login_`);
  const page = await (await fetch(demo.baseUrl + decisionPath, { headers: { cookie } })).text();
  expect(page).toContain("Aiko&#x27;s laptop");
  expect(await postForm(decisionPath, "ticket", { decision: "approve" })).toContain("problem=confirm");
  const outcome = await postForm(decisionPath, "ticket", { decision, confirmed: "on" });
  expect(outcome).toBe(`${APPROVE}?outcome=${decision === "approve" ? "approved" : "denied"}`);
  return { code: await ended, output };
}

test("a denied sign-in ends with 2", async () => {
  expect(await signIn("deny")).toMatchObject({ code: 2, output: expect.stringContaining("denied") });
});

test("approved on the page, it reads, writes, explains and signs out", async () => {
  const { code, output } = await signIn("approve");
  expect([code, output]).toEqual([0, expect.stringContaining("Signed in as Aiko")]);
  expect((await run(["whoami"])).stdout).toContain(person.email);
  expect((await run(["rooms", "list"])).stdout).toContain(roomId);
  const create = ["messages", "create", "--room", roomId, "--body", "From the terminal"];
  const written = await run([...create, "--idempotency-key", "once", "--format", "json"]);
  expect([written.code, JSON.parse(written.stdout)]).toMatchObject([0, { body: "From the terminal" }]);
  const repeated = await run([...create, "--idempotency-key", "once", "--format", "json"]);
  expect(JSON.parse(repeated.stdout)).toEqual(JSON.parse(written.stdout));
  const logs = await run(["logs", "--method", "POST", "--format", "json"]);
  const rows = logs.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { requestId: string; route: string; actor: { credential: { name: string } } });
  expect(rows.at(-1)).toMatchObject({
    route: "/v1/rooms/{roomId}/messages",
    actor: { kind: "device", credential: { name: "svc on Aiko's laptop" } },
  });
  const why = await run(["why", rows.at(-1)?.requestId ?? ""]);
  expect([why.code, why.stdout]).toEqual([0, expect.stringContaining("It passed.")]);
  expect((await run(["doctor"])).code).toBe(0);
  const refused = await run(["rooms", "get", demo.rooms.foreign.id]);
  expect(refused.code).toBe(1);
  const [, refusedId = ""] = /svc why (\S+)/.exec(refused.stderr) ?? [];
  const sentences = /Stopped at requireAccess: [A-Z].* .*\.\nWhat to do: [A-Z].* .*\.\n/;
  expect((await run(["why", refusedId])).stdout).toMatch(sentences);
  expect((await run(["logout"])).code).toBe(0);
  expect((await run(["whoami"])).code).toBe(2);
});

test("it exports, proves and verifies the audit log, and finds a file that was changed", async () => {
  await signIn("approve");
  const own = ["--organization", "own"];
  const file = join(folder, "proofs.ndjson");
  const text = await eventually(async () => {
    rmSync(file, { force: true });
    const exported = await run(["audit", "export", "--proofs", "--output", file, ...own]);
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing is wrong.") });
    const written = readFileSync(file, "utf8");
    expect(written).toContain('"row":');
    return written;
  });
  expect(await run(["audit", "export", "--output", file, ...own])).toMatchObject({ code: 3 });
  expect((await run(["audit", "verify", file])).code).toBe(0);
  const changed = join(folder, "changed.ndjson");
  writeFileSync(changed, text.replace('"status":200', '"status":201'));
  expect(await run(["audit", "verify", changed])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Row \d+ .*is not what was signed/),
  });
  const { row } = JSON.parse(text.split("\n").find((line) => line.startsWith('{"index"')) ?? "") as {
    row: { id: string; at: string; requestId: string };
  };
  for (const name of [row.id, `${Date.parse(row.at)}.${row.id}`, row.requestId]) {
    const { code, stdout } = await run(["audit", "prove", name, "--output", folder, ...own]);
    const [, proof = ""] = /is proved: (\S+\.tlog-proof)/.exec(stdout) ?? [];
    expect([code, proof]).toEqual([0, expect.stringContaining(folder)]);
    expect((await run(["audit", "verify", proof])).code).toBe(0);
  }
  expect(await run(["audit", "prove", "req_none", ...own])).toMatchObject({ code: 3 });
  const organization = ["--organization", demo.organizations.acme.id];
  // Guests and members do not read the log of an organization.
  expect((await run(["audit", "export", "--output", join(folder, "acme.csv"), "--csv", ...organization])).code).toBe(1);
  expect((await run(["doctor"])).stdout).toMatch(/ok {4}audit log \d+ signed entries, grown from/);
  await run(["logout"]);
  expect(await run(["audit", "prove", row.id])).toMatchObject({ code: 2 });
});

test("a session's token is none for the API, and no other credential is one here", async () => {
  const ask = async (path: string, token: string) =>
    (await fetch(demo.baseUrl + path, { headers: { authorization: `Bearer ${token}` } })).status;
  const key = demo.apiKeys.org.key;
  for (const path of ["/api/cli/v1/rooms", "/api/cli/session", "/api/requests"]) expect(await ask(path, key)).toBe(401);
  for (const path of ["/api/cli/v1/rooms", "/api/cli/session"]) {
    const { status, headers } = await fetch(demo.baseUrl + path, { headers: { cookie } });
    expect([status, headers.get("www-authenticate")]).toEqual([401, expect.stringMatching(/^Bearer .*\/api\/cli"$/)]);
  }
});

test("every command of the reference that reads runs as it is", async () => {
  const ids = { roomId: demo.rooms.general.id, taskId: demo.tasks.open.id, messageId: demo.messages.first.id };
  const reads = readReference().operations.filter(({ kind, path }) => kind === "read" && !path.includes("{fileId}"));
  const outcomes = [];
  for (const operation of reads) {
    const { webhooks, records } = demo;
    const room = operation.path.includes("{webhookId}") ? { roomId: webhooks.v2.roomId } : {};
    const known = { ...ids, recordId: records.draft.id, webhookId: webhooks.v2.id, ...room };
    const path = Object.fromEntries(Object.keys(operation.sample.path).map((name) => [name, known[name as "roomId"]]));
    const { cli } = writeSnippets(operation, { ...operation.sample, path }, demo.baseUrl);
    const key = operation.path === "/v1/me" ? demo.apiKeys.user.key : demo.apiKeys.org.key;
    const command = `svc() { "${process.execPath}" "${svc}" "$@"; }\n${cli}`;
    const outcome = await promisify(execFile)("bash", ["-c", command], { env: makeEnv({ SVC_API_KEY: key }) }).then(
      () => "0",
      (error: Error) => error.message,
    );
    outcomes.push([operation.id, outcome]);
  }
  expect(outcomes).toEqual(reads.map(({ id }) => [id, "0"]));
});
