import { existsSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeDataDir, type ServiceOptions, spawnService } from "../support/service";

const dataDir = makeDataDir();

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function startAndFail(options: ServiceOptions): Promise<string> {
  const service = await spawnService({ dataDir, ...options });
  const code = await new Promise((resolve) => service.child.once("close", resolve));
  expect(code).toBe(1);
  expect(service.readOutput()).not.toMatch(/^ {4}at /m);
  return service.readOutput().trim();
}

test("names a taken port before any slow step", async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, "127.0.0.1", () => {
      const address = other.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const output = await startAndFail({ env: { PORT: String(port) } });
  await new Promise((resolve) => other.close(resolve));
  expect(output).toBe(
    `Port ${port} is in use. Stop the program that listens there, or choose another one: PORT=${port + 1} npm start`,
  );
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
});

test("names a data directory that cannot be written", async () => {
  const file = join(dataDir, "a-file");
  writeFileSync(file, "");
  const output = await startAndFail({ env: { SVC_DATA_DIR: join(file, "data") } });
  expect(output).toMatch(
    /^The data directory .*a-file.data is not writable \(ENOTDIR\)\. Make it writable, or set SVC_DATA_DIR .*$/,
  );
});

test("lists all bad variables at once, and shows no value", async () => {
  const env = {
    SVC_LOG_LEVEL: "loud",
    DATABASE_POOL_MAX: "0",
    GITHUB_CLIENT_ID: "half-a-pair",
    SVC_SESSION_SECRET: "too-short",
  };
  const output = await startAndFail({ env });
  for (const name of ["SVC_LOG_LEVEL", "DATABASE_POOL_MAX", "GITHUB_CLIENT_SECRET", "SVC_SESSION_SECRET"])
    expect(output).toContain(name);
  for (const value of ["loud", "half-a-pair", "too-short"]) expect(output).not.toContain(value);
});

test("production makes no secrets, and refuses those of development and the demo", async () => {
  const secrets = { SVC_SESSION_SECRET: `dev_${"s".repeat(43)}`, SVC_ENCRYPTION_KEY: `dev_k1:${"A".repeat(43)}=` };
  const output = await startAndFail({ env: { SVC_ENVIRONMENT: "production", SVC_DEMO: "true", ...secrets } });
  for (const name of ["SVC_SESSION_SECRET", "SVC_ENCRYPTION_KEY", "SVC_DEMO", "SVC_BASE_URL"])
    expect(output).toContain(name);
  const bare = await startAndFail({ env: { SVC_ENVIRONMENT: "production", SVC_ENV_FILE: join(dataDir, "never") } });
  expect(bare).toContain("SVC_SESSION_SECRET: is missing");
  expect(existsSync(join(dataDir, "never"))).toBe(false);
});

test("refuses an old Node in one line", async () => {
  const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })";
  const output = await startAndFail({
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(pretend)}` },
  });
  expect(output).toBe("Node 20.19 or newer is required. This is 20.18.3. Install a newer one from https://nodejs.org.");
});

test("names a database that does not respond", async () => {
  const output = await startAndFail({ env: { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" } });
  expect(output).toMatch(/The database does not answer: .*ECONNREFUSED.* Check DATABASE_URL\.$/);
});
