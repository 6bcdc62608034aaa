import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../src/grant";
import { Svc } from "../src/svc";
import { createMachine, SERVICE } from "./scripted-surroundings";

const GRANT = { clientId: "app_1", scopes: "rooms:read", redirectUri: "", audience: "api" } as const;
const TOKEN = ["token", "--client-id", GRANT.clientId, "--scopes", GRANT.scopes];

/** A machine with an expired access token and a refresh token that is good once. */
async function createGrant() {
  const used: string[] = [];
  const refresh = ({ body }: { body: string | undefined }) => {
    const given = new URLSearchParams(body).get("refresh_token") ?? "";
    const isAgain = used.includes(given);
    used.push(given);
    if (isAgain) return Response.json({ error: "invalid_grant" }, { status: 400 });
    const [access_token, refresh_token] = [`access-${used.length}`, `refresh-${used.length}`];
    return Response.json({ access_token, refresh_token, expires_in: 3600 });
  };
  const interruption = new AbortController();
  const machine = createMachine([refresh], { signal: interruption.signal });
  mkdirSync(machine.directory, { recursive: true });
  const store = openStore(new Svc(machine.surroundings), SERVICE, GRANT);
  await store.save({ accessToken: "old", refreshToken: "refresh-0", expiresAt: 0 });
  return { ...machine, used, interruption };
}

test("svc token refreshes the kept grant, and prints the token alone", async () => {
  const machine = await createGrant();
  expect(await machine.run(...TOKEN)).toEqual({ code: 0, stdout: "access-1\n", stderr: "" });
  expect((await machine.run(...TOKEN)).stdout).toBe("access-1\n");
  expect(machine.used).toEqual(["refresh-0"]);
});

test("the broker answers many at once with one refresh, over a socket of mode 0600, and leaves none behind", async () => {
  const machine = await createGrant();
  const socket = join(machine.directory, "broker.sock");
  const isOpen = () => {
    try {
      return statSync(socket).isSocket();
    } catch {
      return false;
    }
  };
  const running = machine.run("broker");
  await expect.poll(isOpen).toBe(true);
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  const clients = Array.from({ length: 5 }, () => createMachine([], { env: { SVC_CONFIG_DIR: machine.directory } }));
  const results = await Promise.all(clients.map((client) => client.run(...TOKEN)));
  expect(results.map(({ code, stdout }) => [code, stdout])).toEqual(clients.map(() => [0, "access-1\n"]));
  expect(clients.flatMap(({ sent }) => sent)).toEqual([]);
  expect(machine.used).toEqual(["refresh-0"]);
  machine.interruption.abort();
  expect((await running).code).toBe(0);
  expect(isOpen()).toBe(false);
  const grants = join(machine.directory, "grants");
  const [file = ""] = readdirSync(grants).filter((name) => name.endsWith(".json"));
  expect(readFileSync(join(grants, file), "utf8")).toContain("refresh-1");
});
