import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConnection, type RawResponse } from "../support/attacks/raw-http";
import { eventually } from "../support/scenes/eventually";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { makeDataDir, type Service, startService } from "../support/service";

const dataDir = makeDataDir();
const database = useScratchDatabase();
let service: Service;

beforeAll(async () => {
  service = await startService({
    dataDir,
    env: {
      DATABASE_URL: database.url,
      SVC_ENVIRONMENT: "production",
      SVC_BASE_URL: "https://svc.example.com",
      SVC_ALLOWED_HOSTS: "svc.internal",
      SVC_SESSION_SECRET: "s".repeat(48),
      SVC_ENCRYPTION_KEY: `k1:${"A".repeat(43)}=`,
    },
  });
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const port = () => new URL(service.baseUrl).port;

async function ask(target: string, host: string): Promise<RawResponse> {
  const connection = await openConnection(service.baseUrl);
  connection.write(`HEAD ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const answer = await connection.read({ hasBody: false });
  connection.destroy();
  return answer;
}

test.each([
  ["/login", "svc.example.com", 200],
  ["/login", "svc.internal", 200],
  ["/login", "evil.test", 421],
  ["/login", "127.0.0.1", 421],
  ["/v1/me", "svc.example.com", 401],
  ["/v1/me", "evil.test", 421],
  ["/oauth/token", "evil.test", 421],
  ["/mcp", "evil.test", 421],
  // The host of an absolute target counts, not the header's.
  ["http://evil.test/v1/me", "svc.example.com", 421],
  ["https://svc.example.com/v1/me", "evil.test", 401],
  ["/api/healthz", "127.0.0.1", 200],
  ["/api/readyz", "10.0.0.7:3000", 200],
])("in production %s of %s is %i", async (target, host, status) => {
  await eventually(async () => expect((await ask(target, host)).status).toBe(status));
});

test("the refusal is in the envelope on the API, and plain text elsewhere", async () => {
  const connection = await openConnection(service.baseUrl);
  connection.write(`GET /v1/me HTTP/1.1\r\nHost: evil.test:${port()}\r\n\r\n`);
  const answer = await connection.read();
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "validation_error", requestId: expect.any(String) } });
  connection.destroy();
});

test("a service with a public address has no demo unless it is configured", () => {
  expect(service.readOutput()).not.toContain("Sign in as");
});
