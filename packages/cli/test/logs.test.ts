import { expect, test } from "vitest";
import { createMachine, SERVICE } from "./scripted-surroundings";

const row = (n: number) => ({
  id: String(n),
  requestId: `req_${n}`,
  at: new Date(Date.UTC(2026, 10, 23, 0, 0, n)).toISOString(),
  method: "GET",
  route: "/v1/me",
  status: 200,
  errorCode: null,
  durationMs: 1,
  units: 1,
});

test("svc logs --follow prints each request once and in order, also when more arrive than fit a page", async () => {
  const page = (ids: number[], nextCursor: string | null = null) => Response.json({ rows: ids.map(row), nextCursor });
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    return page([]);
  };
  const signIn = [
    Response.json({ code: "c", secret: "s", verificationUrl: SERVICE, expiresInSeconds: 600, intervalSeconds: 0.01 }),
    Response.json({ status: "approved", token: "svc_cli_x" }),
    Response.json({
      session: { id: "ses_1", deviceName: "laptop", expiresAt: "2027-01-01T00:00:00Z" },
      user: { id: "usr_1", email: "aiko@example.test", name: "Aiko" },
      contexts: [{ kind: "user", id: "usr_1", name: "Aiko" }],
      scopes: [],
    }),
  ];
  // The limit left out 1 and 2. Then 5 to 8 arrive, in two pages.
  const windows = [page([4, 3], "older"), page([8, 7, 6], "more"), page([5, 4, 3, 2, 1]), page([9, 8, 7]), end];
  const machine = createMachine([...signIn, ...windows], { signal: stop.signal });
  await machine.run("login");
  const { stdout } = await machine.run("logs", "--follow", "--limit", "2", "--format", "json");
  const printed = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect(printed).toEqual(["3", "4", "5", "6", "7", "8", "9"]);
  expect(machine.sent.slice(3).map(({ url }) => new URL(url).searchParams.get("cursor"))).toEqual([
    null,
    null,
    "more",
    null,
    null,
  ]);
});
