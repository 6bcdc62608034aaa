import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../scripts/process/run-command.mjs";
import { eventually } from "../support/scenes/eventually";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { makeChildEnv } from "../support/servers/child-process";
import { useServerCommands } from "../support/servers/server-command";
import { TEST_BUILD_DIR } from "../support/service";

/** The Dockerfile's last steps without an engine: the packed folder alone, far from the repository, runs the service. */
const MAX_BYTES = 150_000_000;
const parent = mkdtempSync(join(tmpdir(), "svc-pack-"));
const packed = join(parent, "app");

const database = useScratchDatabase();
const commands = useServerCommands({ cwd: packed });
let pack: { code: number; output: string };

beforeAll(async () => {
  const env = makeChildEnv({ SVC_BUILD_DIR: TEST_BUILD_DIR });
  pack = await runCommand(process.execPath, [join("scripts", "pack.mjs"), packed], { env });
}, 1_800_000);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Each file with its size and time: what a read-only file system would refuse shows as a difference. */
function listTree(): Map<string, string> {
  const names = readdirSync(packed, { recursive: true, encoding: "utf8" }).map((name) => [name, join(packed, name)]);
  return new Map(
    names.flatMap(([name = "", path = ""]) => {
      const facts = statSync(path);
      return facts.isFile() ? [[name, `${facts.size} ${facts.mtimeMs}`]] : [];
    }),
  );
}

test("holds what runs, and neither sources nor tools", () => {
  expect([pack.code, pack.output]).toEqual([0, expect.stringMatching(/: \d+ MB$/m)]);
  const tree = listTree();
  const bytes = [...tree.values()].reduce((sum, facts) => sum + Number(facts.split(" ")[0]), 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
  const odd =
    /^(?:\.env|\.data|\.git|app|bench|e2e|lib)|^node_modules\/(?:esbuild|typescript|prisma)\/|\.(?:tsx|map)$|^[^/]+\.ts$/;
  expect([...tree.keys()].filter((name) => odd.test(name))).toEqual([]);
});

test("applies migrations, serves pages, API and probes, and writes nothing beside its data", async () => {
  const before = listTree();
  const plan = await commands.run(["migrate", "plan"], { DATABASE_URL: database.url });
  expect(plan).toEqual({ code: 0, output: "The database has every migration of this version.\n" });
  const setup = await commands.run(["setup", "--email", "ada@example.com"], { DATABASE_URL: database.url });
  expect([setup.code, setup.output]).toEqual([0, expect.stringContaining("The password is shown only now")]);
  const [web, worker] = await Promise.all([
    commands.serve("web", { DATABASE_URL: database.url }),
    commands.serve("worker", { DATABASE_URL: database.url }),
  ]);
  for (const [path, status] of [
    ["/api/healthz", 200],
    ["/api/readyz", 200],
    ["/login", 200],
    ["/docs/quickstart", 200],
    ["/docs/reference/listRooms", 200],
    ["/docs/changelog", 200],
    ["/docs/operating", 200],
    ["/openapi.json", 200],
    ["/nowhere", 404],
    ["/v1/me", 401],
  ] as const)
    await eventually(async () => expect([path, (await fetch(`${web.baseUrl}${path}`)).status]).toEqual([path, status]));
  const page = await (await fetch(`${web.baseUrl}/login`)).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path]) => path ?? "");
  expect(assets.length).toBeGreaterThan(0);
  for (const path of assets) expect([path, (await fetch(`${web.baseUrl}${path}`)).status]).toEqual([path, 200]);
  await eventually(async () => expect((await fetch(`${worker.baseUrl}/api/readyz`)).status).toBe(200));
  expect([await web.kill("SIGTERM"), await worker.kill("SIGTERM")]).toEqual([0, 0]);
  expect([web.readOutput(), worker.readOutput()].join("")).not.toMatch(/Cannot find|ENOENT|MODULE_NOT_FOUND/);
  const after = listTree();
  expect([...after].filter(([name, facts]) => before.get(name) !== facts)).toEqual([]);
});
