import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Manifest } from "../../prisma/seed/manifest";
import { openConnection } from "../support/attacks/raw-http";
import { openSession } from "../support/browser/oauth-flow";
import { eventually } from "../support/scenes/eventually";
import { readManifest } from "../support/scenes/manifest";
import { runSql } from "../support/scenes/run-sql";
import { type Service, startService } from "../support/service";

const SECRET = `whsec_${"S".repeat(43)}`;
let service: Service;
let demo: Manifest;
let cookie: string;

beforeAll(async () => {
  service = await startService();
  demo = readManifest(service.manifestFile);
  cookie = await openSession(service.baseUrl, demo.users.owner);
  // Every read of an API key fails from here on, with a secret in its message. Background functions read none of them, but
  // may name the table at any moment: it is there throughout, since these statements are one transaction.
  await runSql(
    demo.databaseUrl,
    `CREATE FUNCTION leak() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$ BEGIN RAISE EXCEPTION 'found ${SECRET}'; END $$;
    ALTER TABLE api_keys RENAME TO kept_api_keys;
    CREATE VIEW api_keys AS SELECT * FROM kept_api_keys WHERE leak()`,
  );
});
afterAll(() => service.stop());

/** The lines that the service writes until it has failed once more: at least so many, without the last failure's own. */
async function readLines(atLeast: number, work: () => Promise<unknown>): Promise<string[]> {
  const before = service.readOutput().length;
  const list = () => service.readOutput().slice(before).split("\n").filter(Boolean);
  const path = `/settings/developer/api-keys/${demo.apiKeys.user.id}`;
  const isLast = (line: string) => line.includes("/settings/developer/api-keys/");
  await work();
  await (await fetch(`${service.baseUrl}${path}`, { headers: { cookie } })).text();
  await eventually(() => expect([list().length > atLeast, list().some(isLast)]).toEqual([true, true]));
  return list().filter((line) => !isLast(line));
}

const LOGGED = expect.objectContaining({
  level: 50,
  msg: "a page, action or route handler failed",
  error: expect.objectContaining({ message: expect.stringContaining("found whsec_[redacted]"), errorCode: "P2039" }),
});

test.each([
  ["a page", "/settings/developer/api-keys", "render"],
  ["a route handler", "/settings/developer/first-call", "route"],
])("an error that escapes %s is one line of the log, redacted", async (_, route, kind) => {
  const url = `${service.baseUrl}${route}`;
  const lines = await readLines(1, async () => (await fetch(url, { headers: { cookie } })).text());
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([LOGGED]);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ method: "GET", route, kind });
  expect(lines.join()).not.toContain("SSSS");
});

test("posts that break off leave no line in the log", async () => {
  const { host } = new URL(service.baseUrl);
  const lines = await readLines(0, async () => {
    for (const type of ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"]) {
      for (const path of ["/login", "/settings/developer/webhooks/new", "/api/auth/callback/credentials"]) {
        const head = `Host: ${host}\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n`;
        const connection = await openConnection(service.baseUrl);
        connection.write(`POST ${path} HTTP/1.1\r\n${head}Expect: 100-continue\r\n\r\n`);
        await connection.readContinue();
        connection.write('--x\r\nContent-Disposition: form-data; name="1_email"\r\n\r\na');
        connection.destroy();
      }
    }
    for (let count = 0; count < 5; count += 1) {
      const controller = new AbortController();
      const asked = fetch(`${service.baseUrl}/rooms`, { headers: { cookie }, signal: controller.signal });
      await sleep(5);
      controller.abort();
      await asked.catch(() => undefined);
    }
  });
  expect(lines).toEqual([]);
});
