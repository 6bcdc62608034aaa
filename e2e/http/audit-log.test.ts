import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { eventually } from "../support/scenes/eventually";
import { makePerson } from "../support/scenes/people";

const demo = useDemo();
const SCREEN = "/settings/developer/audit-log";
const folder = mkdtempSync(join(tmpdir(), "svc-verifier-"));
const program = join(folder, "svc-audit-verify.mjs");
const run = promisify(execFile);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => run(process.execPath, ["packages/audit-verifier/build.mjs", program]));

const readLog = (path: string) => fetch(`${demo.baseUrl}/audit/log/${path}`);
const readText = async (path: string) => (await readLog(path)).text();
const readBytes = async (path: string) => Buffer.from(await (await readLog(path)).arrayBuffer());
const readSize = async () => Number((await readText("checkpoint")).split("\n")[1]);

async function verify(...args: string[]): Promise<{ code: number; text: string }> {
  const { key } = JSON.parse(await readText("keys")) as { key: string };
  try {
    const { stdout } = await run(process.execPath, [program, "--key", key, ...args]);
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

function save(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** A row of a new person, as soon as it is signed. */
async function openSigned() {
  const cookie = await openSession(demo.baseUrl, await makePerson(demo));
  const ask = (path: string, kept = "") =>
    fetch(`${demo.baseUrl}${SCREEN}${path}`, { headers: { cookie: `${cookie}; ${kept}` }, redirect: "manual" });
  const text = await eventually(async () => {
    const exported = await (await ask("/export?format=proof")).text();
    expect(exported).toContain('"row":');
    expect(exported).not.toContain('"unproved"');
    return exported;
  });
  return { ask, cookie, text };
}

test("everyone reads the log's checkpoint, keys and tiles, which fit together and are cached", async () => {
  await openSigned();
  const checkpoint = await readLog("checkpoint");
  expect(checkpoint.headers.get("cache-control")).toBe("no-cache");
  expect(await checkpoint.text()).toMatch(
    /^localhost:\d+\/audit\/log\n\d+\n[\w+/]{43}=\n\n— localhost:\d+\/audit\/log [\w+/=]+\n$/,
  );
  const width = Math.min(await readSize(), 255);
  const tile = await readLog(`tile/0/000.p/${width}`);
  expect([tile.status, tile.headers.get("cache-control"), tile.headers.get("access-control-allow-origin")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
    "*",
  ]);
  const bundle = await readBytes(`tile/entries/000.p/${width}`);
  const hashes = Array.from({ length: width }, (_, index) =>
    createHash("sha256")
      .update(Buffer.from([0]))
      .update(bundle.subarray(34 * index + 2, 34 * (index + 1)))
      .digest(),
  );
  expect(Buffer.concat(hashes)).toEqual(Buffer.from(await tile.arrayBuffer()));
});

test.each(["tile/0/999", "tile/0/0", "tile/x", "tile/7/000", "tile/0/x001", "tile/entries/000.p/0"])(
  "%s is 404",
  async (path) => {
    const answer = await readLog(path);
    expect([answer.status, answer.headers.get("cache-control"), await answer.text()]).toEqual([404, "no-store", ""]);
  },
);

test("the verifier accepts an export and a proof, and names the row that was changed", async () => {
  const { ask, text } = await openSigned();
  const good = await verify(save("good.ndjson", text));
  expect(good).toEqual({ code: 0, text: expect.stringContaining("Nothing is wrong.") });
  const bad = await verify(save("bad.ndjson", text.replace('"status":200', '"status":201')));
  expect(bad).toEqual({ code: 1, text: expect.stringMatching(/^Row \d+ .*is not what was signed/) });

  const [, id, at] = /"id":"(\d+)".*?"at":"([^"]+)"/.exec(text) ?? [];
  const proof = await ask(`/proof?row=${Date.parse(at ?? "")}.${id}`);
  expect(proof.headers.get("content-disposition")).toMatch(/filename="audit-row-\d+\.tlog-proof"/);
  const file = await proof.text();
  expect((await verify(save("row.tlog-proof", file))).code).toBe(0);
  expect((await verify(save("other.tlog-proof", file.replace(/^index .*$/m, "index 0")))).code).toBe(1);

  const kept = save("checkpoint", await readText("checkpoint"));
  await openSigned();
  const followed = await verify("follow", "--checkpoint", kept, `${demo.baseUrl}/audit/log`);
  expect(followed).toEqual({ code: 0, text: expect.stringContaining("at its end alone") });
  expect((await verify(save("none.ndjson", "{}\n"))).code).toBe(2);
  const cut = await verify(save("cut.ndjson", text.slice(0, -3)));
  expect(cut).toEqual({ code: 1, text: expect.stringMatching(/^Line \d+ cannot be read: the file was cut off/m) });
  expect((await verify()).code).toBe(2);
});

test("an export of the screen shows the growth since the one before, whose last row it must have", async () => {
  const { ask, text } = await openSigned();
  const first = await ask("/export?format=proof");
  const earlier = save("earlier.ndjson", await first.text());
  const [kept = ""] = first.headers.getSetCookie();
  expect(kept).toMatch(
    /^svc_audit_export_usr_\w{26}=[\d._]+; .*Path=\/settings\/developer\/audit-log;.*HttpOnly; SameSite=lax$/i,
  );
  for (const query of ["?format=csv", "?format=proof&kind=v1", "?format=ndjson"])
    expect((await ask(`/export${query}`)).headers.getSetCookie()).toEqual([]);

  await openSigned();
  const [pair = ""] = kept.split(";");
  const next = await ask("/export?format=proof", pair);
  const later = save("later.ndjson", await next.text());
  expect(await verify("--before", earlier, later)).toEqual({
    code: 0,
    text: expect.stringContaining("Nothing is wrong."),
  });
  const lines = text.trim().split("\n");
  const shorter = lines.filter((line) => !line.startsWith('{"index"'));
  const rows = lines.length - shorter.length;
  const cut = lines.toSpliced(
    lines.findIndex((line) => line.startsWith('{"index"')),
    1,
  );
  const file = cut
    .join("\n")
    .replace(`"rows":${rows}`, `"rows":${rows - 1}`)
    .replace(`{"end":${rows}}`, `{"end":${rows - 1}}`);
  const missed = await verify("--before", earlier, save("shorter.ndjson", `${file}\n`));
  expect(missed).toEqual({
    code: 1,
    text: expect.stringMatching(/Row number \d+ of this area: in .*earlier.ndjson you saw it as entry/),
  });
  const foreign = save("foreign.ndjson", (await openSigned()).text);
  expect(await verify("--before", foreign, later)).toEqual({
    code: 2,
    text: expect.stringContaining("of another area"),
  });
});

test("without a session 401, and another person's row is the 404 of a row that never was", async () => {
  const { text } = await openSigned();
  const [, id, at] = /"id":"(\d+)".*?"at":"([^"]+)"/.exec(text) ?? [];
  const row = `${Date.parse(at ?? "")}.${id}`;
  expect((await fetch(`${demo.baseUrl}${SCREEN}/proof?row=${row}`)).status).toBe(401);
  const { ask, cookie } = await openSigned();
  for (const name of [row, id, "req_none", "1.1", ""]) {
    const found = await fetch(`${demo.baseUrl}/api/audit/proofs?row=${name}`, { headers: { cookie } });
    expect([found.status, await found.json()]).toEqual([200, { proofs: [] }]);
  }
  for (const path of ["proofs?row=1", "export?format=csv"]) {
    const area = `area=${demo.organizations.acme.id}`;
    expect((await fetch(`${demo.baseUrl}/api/audit/${path}`)).status).toBe(401);
    expect((await fetch(`${demo.baseUrl}/api/audit/${path}&${area}`, { headers: { cookie } })).status).toBe(404);
  }
  for (const path of [`?row=${row}`, "?row=1.1", "?row=x", `?row=${row}&area=${demo.organizations.acme.id}`]) {
    const answer = await ask(`/proof${path}`);
    expect([answer.status, await answer.text()]).toEqual([404, "{}"]);
  }
});
