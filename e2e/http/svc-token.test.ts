import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { useDemo } from "../support/scenes/demo";
import { runSql } from "../support/scenes/run-sql";
import { makeChildEnv } from "../support/servers/child-process";

const demo = useDemo();

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const AS_DEVELOPERS_RUN_IT = ["--import", "tsx", "scripts/svc.ts"];
let folder = "";
let script: readonly string[] = [];

/** Loading the sources takes a second of each run, so most tests run a bundle. Its packages are found from inside the project. */
beforeAll(async () => {
  mkdirSync(".data", { recursive: true });
  folder = mkdtempSync(resolve(".data/svc-command-"));
  const outfile = join(folder, "svc.mjs");
  const options = { bundle: true, platform: "node", format: "esm", packages: "external" } as const;
  await build({ entryPoints: ["scripts/svc.ts"], outfile, ...options });
  script = [outfile];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runSvc(args: string[], variables: Record<string, string> = {}, command = script): Promise<Outcome> {
  const dataDir = dirname(inject("manifestFile"));
  const env = makeChildEnv({ SVC_DATA_DIR: dataDir, SVC_ENV_FILE: join(dataDir, "env"), ...variables });
  return new Promise((resolve) => {
    execFile(process.execPath, [...command, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, stdout, stderr });
    });
  });
}

const readMe = async (token: string) => {
  const response = await fetch(`${demo.baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { id?: string; organizationId?: string | null };
};

test("prints a token that works, and nothing else, for the organization or for the person's own area", async () => {
  const args = ["token", "--user", "owner", "--scopes", "me:read rooms:read"];
  const { code, stdout } = await runSvc(args, {}, AS_DEVELOPERS_RUN_IT);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^svc_at_[\w-]{43}\n$/)]);
  expect(await readMe(stdout.trim())).toMatchObject({
    id: demo.users.owner.id,
    organizationId: demo.organizations.acme.id,
  });
  const own = await runSvc([...args, "--app", "confidential", "--context", "own"]);
  expect(await readMe(own.stdout.trim())).toMatchObject({ id: demo.users.owner.id, organizationId: null });
});

test("asking again, also at the same time, uses the same grant, and earlier tokens stay good", async () => {
  const args = ["token", "--user", "member", "--scopes", "me:read tasks:read"];
  const countGrants = async () => {
    const [row] = await runSql<{ count: number }>(
      demo.databaseUrl,
      "SELECT count(*)::int AS count FROM oauth_grants WHERE user_id = $1 AND scopes = ARRAY['me:read', 'tasks:read']",
      [demo.users.member.id],
    );
    return row?.count;
  };
  const tokens = [await runSvc(args), ...(await Promise.all([runSvc(args), runSvc(args)]))];
  const people = await Promise.all(tokens.map(({ stdout }) => readMe(stdout.trim())));
  expect(people.map(({ id }) => id)).toEqual(tokens.map(() => demo.users.member.id));
  expect(await countGrants()).toBe(1);
  await runSql(
    demo.databaseUrl,
    "UPDATE oauth_grants SET revoked_at = now() WHERE user_id = $1 AND scopes = ARRAY['me:read', 'tasks:read']",
    [demo.users.member.id],
  );
  expect((await readMe((await runSvc(args)).stdout.trim())).id).toBe(demo.users.member.id);
  expect(await countGrants()).toBe(2);
});

test("an agent's token for the tools is none for the API", async () => {
  const args = ["token", "--user", "guest", "--scopes", "all", "--actor", "agent", "--audience", "mcp"];
  const { stdout } = await runSvc(args);
  expect(stdout).toMatch(/^svc_at_/);
  expect((await readMe(stdout.trim())).id).toBeUndefined();
});

test.each([
  [["token", "--user", "nobody", "--scopes", "me:read"], "owner, member, guest, outsider, admin"],
  [["token", "--user", "owner"], "--scopes is missing"],
  [["token", "--user", "owner", "--scopes", "me:write"], "There is no scope me:write"],
  [["token", "--user", "owner", "--scopes", "me:read", "--app", "agent", "--actor", "user"], "does not act as user"],
  [["token", "--user", "owner", "--scopes", "me:read", "--context", "Globex"], "Choose one of own, Acme"],
  [["token", "--user", "owner", "--scope", "me:read"], "Unknown option"],
  [["tokens"], "unknown command 'tokens'"],
])(
  "%j is explained",
  async (args, text) => {
    const { code, stdout, stderr } = await runSvc(args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(text);
  },
  60_000,
);

test("in production there is no such way", async () => {
  const args = ["token", "--user", "owner", "--scopes", "me:read"];
  const { code, stdout, stderr } = await runSvc(args, { SVC_ENVIRONMENT: "production" });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("production");
});
