import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMachine, refuse, SERVICE } from "./scripted-surroundings";

const TOKEN = "svc_cli_secret-of-a-session";
const STARTED = {
  code: "BCDF-GHJK",
  secret: "polling-secret",
  verificationUrl: `${SERVICE}/cli/approve`,
  expiresInSeconds: 600,
  intervalSeconds: 0.01,
};
const WHO = {
  session: { id: "ses_1", deviceName: "laptop", expiresAt: "2027-01-01T00:00:00Z" },
  user: { id: "usr_1", email: "aiko@example.test", name: "Aiko" },
  contexts: [
    { kind: "user", id: "usr_1", name: "Aiko" },
    { kind: "organization", id: "org_1", name: "Acme" },
  ],
  scopes: ["me:read"],
};
const approved = () => [
  Response.json(STARTED),
  Response.json({ status: "pending" }),
  Response.json({ status: "approved", token: TOKEN }),
  Response.json(WHO),
];

async function signIn(...more: Response[]) {
  const machine = createMachine([...approved(), ...more]);
  const result = await machine.run("login");
  return { ...machine, result };
}

describe("svc login", () => {
  test("prints one link with the code, waits for the approval and keeps the session", async () => {
    const { result, sent, directory } = await signIn();
    expect([result.code, result.stdout]).toEqual([0, expect.stringContaining("Signed in as Aiko (aiko@example.test)")]);
    expect(result.stderr).toContain(`Open ${SERVICE}/cli/approve?code=BCDF-GHJK\n`);
    expect(sent.map(({ url, body }) => [url.slice(SERVICE.length), body])).toEqual([
      ["/api/cli/login", '{"deviceName":"laptop"}'],
      ["/api/cli/login/poll", '{"secret":"polling-secret"}'],
      ["/api/cli/login/poll", '{"secret":"polling-secret"}'],
      ["/api/cli/session", undefined],
    ]);
    const secrets = join(directory, "secrets.json");
    expect(readFileSync(secrets, "utf8")).toContain(TOKEN);
    expect([statSync(directory).mode & 0o777, statSync(secrets).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(join(directory, "config.json"), "utf8")).not.toContain(TOKEN);
    expect(result.stdout + result.stderr).not.toContain(TOKEN);
  });

  test("opens the link that it prints, and says which code the page has to show", async () => {
    const machine = createMachine(approved());
    for (const stream of [machine.surroundings.stdout, machine.surroundings.stderr])
      Object.assign(stream, { isTTY: true });
    const { stderr } = await machine.run("login");
    expect(machine.opened).toEqual([`${SERVICE}/cli/approve?code=BCDF-GHJK`]);
    expect(stderr).toContain("Approve only if it shows the code BCDF-GHJK.");
  });

  test.each(["denied", "expired"])("ends with 2 when the sign-in is %s", async (status) => {
    const machine = createMachine([Response.json(STARTED), Response.json({ status })]);
    expect((await machine.run("login")).code).toBe(2);
  });
});

describe("a key in the environment beside a session", () => {
  const withKey = async (...more: Response[]) => {
    const machine = await signIn(...more);
    Object.assign(machine.surroundings.env, { SVC_API_KEY: "svc_test_key" });
    return machine;
  };

  test.each([
    [403, "insufficient_scope"],
    [404, "not_found"],
  ])("is named when the service refuses with %s %s", async (status, code) => {
    const machine = await withKey(refuse(status, code));
    expect((await machine.run("me", "get")).stderr).toContain("Unset SVC_API_KEY");
  });

  test("is named by whoami, which shows the person", async () => {
    const machine = await withKey(Response.json(WHO));
    expect((await machine.run("whoami")).stdout).toMatch(/^Aiko .*SVC_API_KEY is set/s);
  });

  test("is not named where the session decides", async () => {
    const machine = await signIn(refuse(404, "room_not_found"));
    const { stderr } = await machine.run("rooms", "get", "room_x");
    expect(stderr).toContain("svc rooms list");
    expect(stderr).not.toContain("SVC_API_KEY");
  });
});

describe("a session", () => {
  test("reaches the endpoints through its own door, in the organization of the profile", async () => {
    const machine = await signIn(Response.json({ data: [], nextCursor: null }));
    await machine.run("rooms", "list");
    const last = machine.sent.at(-1);
    expect(last?.url).toBe(`${SERVICE}/api/cli/v1/rooms?limit=50`);
    expect([last?.headers.get("authorization"), last?.headers.get("svc-organization")]).toEqual([
      `Bearer ${TOKEN}`,
      "org_1",
    ]);
  });

  test("is never sent to another service", async () => {
    const machine = await signIn();
    const before = machine.sent.length;
    const { code, stderr } = await machine.run("rooms", "list", "--url", "https://elsewhere.test");
    expect([code, machine.sent.length]).toEqual([2, before]);
    expect(stderr).toContain("You are not signed in at https://elsewhere.test.");
  });

  test("is ended at the service and here", async () => {
    const machine = await signIn(Response.json({ ended: true }));
    expect((await machine.run("logout")).code).toBe(0);
    expect(machine.sent.at(-1)).toMatchObject({ method: "DELETE", url: `${SERVICE}/api/cli/session` });
    expect(readFileSync(join(machine.directory, "secrets.json"), "utf8")).not.toContain(TOKEN);
    expect((await machine.run("whoami")).code).toBe(2);
  });

  test("that has ended elsewhere leaves no token behind", async () => {
    const machine = await signIn(refuse(401, "unauthenticated"));
    expect((await machine.run("logout")).code).toBe(0);
    expect(readFileSync(join(machine.directory, "secrets.json"), "utf8")).not.toContain(TOKEN);
  });

  test("profiles are apart", async () => {
    const machine = await signIn();
    expect((await machine.run("whoami", "--profile", "other")).code).toBe(2);
  });
});

describe("the system's store", () => {
  test.each([
    ["linux", "secret-tool"],
    ["darwin", "security"],
    ["win32", "powershell"],
  ] as const)("on %s takes the token by standard input, never as an argument", async (platform, tool) => {
    const calls: { program: string; args: readonly string[]; input: string }[] = [];
    const machine = createMachine(approved(), {
      env: { SVC_SECRET_STORE: "", DBUS_SESSION_BUS_ADDRESS: "unix:" },
      platform,
      runTool: async (program, args, input) => {
        calls.push({ program, args, input });
        const isStored = input.includes(TOKEN);
        return { code: isStored ? 0 : 1, output: "" };
      },
    });
    expect((await machine.run("login")).code).toBe(0);
    expect(calls.some(({ program, input }) => program === tool && input.includes(TOKEN))).toBe(true);
    expect(calls.flatMap(({ args }) => args).join(" ")).not.toContain(TOKEN);
    expect(() => statSync(join(machine.directory, "secrets.json"))).toThrow();
  });

  test("falls back to the file where it does not work", async () => {
    const machine = createMachine(approved(), { env: { SVC_SECRET_STORE: "", DBUS_SESSION_BUS_ADDRESS: "unix:" } });
    await machine.run("login");
    expect(statSync(join(machine.directory, "secrets.json")).mode & 0o777).toBe(0o600);
  });
});
