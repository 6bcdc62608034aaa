import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createMachine, createScriptedMachine, refuse, SERVICE } from "./scripted-surroundings";

const ROOM = ["--room", "room_1"];
const page = (data: object[], nextCursor: string | null = null) => Response.json({ data, nextCursor });

describe("exit codes", () => {
  test.each([
    [["rooms", "list"], page([]), 0],
    [["--help"], page([]), 0],
    [["--version"], page([]), 0],
    [["rooms", "get", "room_1"], refuse(404, "room_not_found"), 1],
    [["rooms", "list"], refuse(403, "insufficient_scope"), 1],
    [["rooms", "list"], new TypeError("no network"), 1],
    [["rooms", "list"], refuse(401, "invalid_api_key"), 2],
    [["whoami"], page([]), 2],
    [["messages", "create", ...ROOM, "--body", "x"], refuse(400, "validation_error"), 3],
    [["messages", "create", ...ROOM], page([]), 3],
    [["messages", "create", ...ROOM, "--data", "{"], page([]), 3],
    [["messages", "create", ...ROOM, "--data", "[]"], page([]), 3],
    [["messages", "create", ...ROOM, "--data", "@/nowhere"], page([]), 3],
    [["rooms", "list", "--limit", "many"], page([]), 3],
    [["events", "follow", ...ROOM, "--since", "soon"], page([]), 3],
    [["room"], page([]), 4],
    [["rooms", "list", "--colour"], page([]), 4],
    [["messages", "list"], page([]), 4],
    [["rooms", "get"], page([]), 4],
    [["tasks", "list", ...ROOM, "--status", "DONE"], page([]), 4],
    [["rooms", "list", "--format", "yaml"], page([]), 4],
    [["rooms", "list", "--url", "http://elsewhere.example"], page([]), 4],
    [[], page([]), 4],
  ] as const)(
    "svc %j",
    async (args, reply, code) => {
      const machine = createMachine([reply], { env: { SVC_API_KEY: "svc_test_key" } });
      // Retries of a failed connection would wait.
      const { stdout, stderr, ...result } = await machine.run(...args);
      expect([result.code, stdout, stderr]).toEqual([code, expect.any(String), expect.any(String)]);
      if (code !== 0) expect(stderr).not.toBe("");
    },
    60_000,
  );

  test("without a session or a key it is 2, and says how to sign in", async () => {
    const { code, stderr } = await createMachine().run("rooms", "list");
    expect([code, stderr]).toEqual([2, expect.stringContaining("Run svc login, or set SVC_API_KEY.")]);
  });
});

describe("errors", () => {
  test("say what to do, and name code, page and request", async () => {
    const { stdout, stderr } = await createScriptedMachine(refuse(404, "room_not_found")).run("rooms", "get", "room_1");
    expect(stdout).toBe("");
    expect(stderr.split("\n")).toEqual([
      "Error: It is refused.",
      "  What to do: List the rooms that you can see: svc rooms list",
      "  Code: room_not_found",
      `  Docs: ${SERVICE}/docs/errors/room_not_found`,
      "  Request: req_1",
      "  Explain: svc why req_1",
      "",
    ]);
  });

  test("quote a request id that a shell would act on", async () => {
    const error = { code: "room_not_found", message: "It is refused.", requestId: "$(id)'&1" };
    const { stderr } = await createScriptedMachine(Response.json({ error }, { status: 404 })).run("rooms", "list");
    expect(stderr).toContain("  Explain: svc why '$(id)'\\''&1'\n");
  });

  test("are JSON where results are", async () => {
    const machine = createScriptedMachine(refuse(403, "insufficient_scope"));
    const { code, stdout, stderr } = await machine.run("rooms", "list", "--format", "json");
    expect([code, stdout]).toEqual([1, ""]);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { kind: "api", code: "insufficient_scope", requestId: "req_1" },
    });
  });
});

describe("resource commands", () => {
  test("call the operation with the key, and print a table", async () => {
    const machine = createScriptedMachine(page([{ id: "room_1", name: "General", roomType: 0 }]));
    const { stdout, stderr } = await machine.run("rooms", "list");
    expect(machine.sent).toMatchObject([{ method: "GET", url: `${SERVICE}/v1/rooms?limit=50` }]);
    expect(machine.sent[0]?.headers.get("authorization")).toBe("Bearer svc_test_key");
    expect(stdout).toMatch(/^id +name +roomType.*\nroom_1 +General +0/);
    expect(stderr).toBe("");
  });

  test("--all reads every page, and --limit as many items as it says", async () => {
    const pages = [page([{ id: "a" }, { id: "b" }], "next"), page([{ id: "c" }])];
    const all = createScriptedMachine(...pages);
    const { stdout } = await all.run("messages", "list", ...ROOM, "--all", "--format", "json");
    expect(JSON.parse(stdout)).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
    expect(all.sent.map(({ url }) => url.split("?")[1])).toEqual(["limit=200", "limit=200&cursor=next"]);
    const two = createScriptedMachine(...pages);
    await two.run("messages", "list", ...ROOM, "--limit", "2");
    expect(two.sent.map(({ url }) => url.split("?")[1])).toEqual(["limit=2"]);
  });

  test("a body comes from flags, from JSON, from a file or from standard input, and flags win", async () => {
    const machine = createMachine([Response.json({ id: "task_1" })], {
      env: { SVC_API_KEY: "k" },
      stdin: Readable.from(['{"title":"from standard input"}']),
    });
    writeFileSync(join(machine.directory, "..", "task.json"), '{"title":"from a file","version":3}');
    const file = join(machine.directory, "..", "task.json");
    await machine.run("tasks", "update", "task_1", ...ROOM, "--due-date", "null", "--version", "2");
    await machine.run("tasks", "update", "task_1", ...ROOM, "--data", `@${file}`, "--version", "4");
    await machine.run("tasks", "create", ...ROOM, "--data", "@-", "--idempotency-key", "once");
    expect(machine.sent.map(({ method, body }) => [method, JSON.parse(body ?? "")])).toEqual([
      ["PATCH", { dueDate: null, version: 2 }],
      ["PATCH", { title: "from a file", version: 4 }],
      ["POST", { title: "from standard input" }],
    ]);
    expect(machine.sent[2]?.headers.get("idempotency-key")).toBe("once");
    expect(machine.sent[0]?.headers.get("idempotency-key")).toMatch(/./);
  });
});

describe("output", () => {
  const HOSTILE = "a\u001b[31mred\u0007\u202eb\nc";

  test("texts of other people do not steer the terminal", async () => {
    const machine = createScriptedMachine(page([{ id: "msg_1", body: HOSTILE }]));
    const { stdout } = await machine.run("messages", "list", ...ROOM);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(stdout).toContain("a[31mredb c");
  });

  test("a pipe gets no colours and no hints, a terminal does, and NO_COLOR and --quiet are heard", async () => {
    const reply = () => page([{ id: "room_1", name: "x" }], "more");
    const piped = await createScriptedMachine(reply()).run("rooms", "list", "--limit", "1");
    expect([piped.stdout.includes("\u001b"), piped.stderr]).toEqual([false, ""]);
    const atTerminal = (env: Record<string, string>) => {
      const machine = createMachine([reply()], { env: { SVC_API_KEY: "k", ...env } });
      Object.assign(machine.surroundings.stdout, { isTTY: true });
      Object.assign(machine.surroundings.stderr, { isTTY: true });
      return machine;
    };
    const coloured = await atTerminal({}).run("rooms", "list", "--limit", "1");
    expect([coloured.stdout.includes("\u001b"), coloured.stderr]).toEqual([true, expect.stringContaining("--all")]);
    const plain = await atTerminal({ NO_COLOR: "1" }).run("rooms", "list", "--limit", "1", "--quiet");
    expect([plain.stdout.includes("\u001b"), plain.stderr]).toEqual([false, ""]);
  });
});

test("events are replayed oldest first, each once, and back to the given instant", async () => {
  const event = (id: string, at: string) => ({
    id,
    type: "task.created",
    createdAt: at,
    data: { object: { id: "t" } },
  });
  const machine = createScriptedMachine(
    page([event("evt_3", "2026-01-03T00:00:00Z"), event("evt_2", "2026-01-02T00:00:00Z")], "next"),
    page([event("evt_1", "2026-01-01T00:00:00Z"), event("evt_0", "2025-12-01T00:00:00Z")], "more"),
  );
  const since = ["--since", "2026-01-01T00:00:00Z", "--no-follow", "--format", "json"];
  const { code, stdout } = await machine.run("events", "follow", ...ROOM, ...since);
  const ids = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect([code, ids, machine.sent.length]).toEqual([0, ["evt_1", "evt_2", "evt_3"], 2]);
});

test.each(["bash", "zsh", "fish"])("the completion of %s knows commands and options", async (shell) => {
  const { code, stdout } = await createMachine().run("completion", shell);
  expect(code).toBe(0);
  for (const word of ["login", "rooms", "deliveries", "redeliver", "--idempotency-key"]) expect(stdout).toContain(word);
});
