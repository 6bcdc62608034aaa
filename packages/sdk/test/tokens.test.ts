import { mkdtempSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MemoryTokenStore, SvcAuthorizationError, type Tokens } from "../src/index";
import { FileTokenStore } from "../src/node/file-token-store";
import { createClient, fail, respond, scriptFetch } from "./scripted-fetch";

const HOUR = 3_600_000;
const tokens = (name: string, expiresIn: number): Tokens => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  expiresAt: Date.now() + expiresIn,
});
const grant = (name: string) =>
  respond({ access_token: `access-${name}`, refresh_token: `refresh-${name}`, expires_in: 3600 });

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), "svc-tokens-")), "tokens.json");
}

/** A service that lets each refresh token be used once, as the real one does. */
function serveGrant() {
  let generation = 0;
  return scriptFetch((request) => {
    if (!request.url.endsWith("/oauth/token")) {
      const isCurrent = request.headers.get("authorization") === `Bearer access-${generation}`;
      return isCurrent ? respond({ id: "me" }) : fail(401, "unauthenticated");
    }
    const used = new URLSearchParams(request.body).get("refresh_token");
    if (used !== `refresh-${generation}`) return respond({ error: "invalid_grant" }, { status: 400 });
    generation += 1;
    return grant(String(generation));
  });
}

test("refreshes once for all callers, before the token expires and after a 401", async () => {
  for (const first of [tokens("0", 10_000), { ...tokens("0", HOUR), accessToken: "access-old" }]) {
    const script = serveGrant();
    const store = new MemoryTokenStore(first);
    const svc = createClient(script, { apiKey: undefined, oauth: { clientId: "app_1", store } } as never);
    const people = await Promise.all(Array.from({ length: 20 }, () => svc.me.get()));
    expect(people).toHaveLength(20);
    expect(script.sent.filter(({ url }) => url.endsWith("/oauth/token"))).toHaveLength(1);
    expect((await store.load())?.refreshToken).toBe("refresh-1");
  }
});

test("leaves a second use of a refresh token, whose response was lost, to the caller", async () => {
  const script = scriptFetch(new TypeError("fetch failed"));
  const store = new MemoryTokenStore(tokens("0", 0));
  const svc = createClient(script, { apiKey: undefined, oauth: { clientId: "app_1", store } } as never);
  await expect(svc.me.get()).rejects.toThrow("could not be refreshed");
  expect(script.sent).toHaveLength(1);
});

test("says that the grant has ended, and that a store is empty", async () => {
  const script = scriptFetch(respond({ error: "invalid_grant", error_description: "Gone." }, { status: 400 }));
  for (const store of [new MemoryTokenStore(tokens("0", 0)), new MemoryTokenStore()]) {
    const svc = createClient(script, { apiKey: undefined, oauth: { clientId: "app_1", store } } as never);
    await expect(svc.me.get()).rejects.toThrow(SvcAuthorizationError);
  }
});

test("a file keeps tokens for its owner alone, and holds other stores of the same file back", async () => {
  const file = newFile();
  const [store, other] = [new FileTokenStore(file), new FileTokenStore(file)];
  await store.save(tokens("0", HOUR));
  expect(await other.load()).toMatchObject({ accessToken: "access-0" });
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  let inside = 0;
  const work = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 ? store : other).exclusively(work)));
});

test("takes over the lock of a process that has died, once for all that wait", async () => {
  const longAgo = new Date(Date.now() - 60_000);
  const takeOver = async (...leftover: string[]) => {
    const file = newFile();
    for (const name of [".lock", ...leftover]) {
      writeFileSync(file + name, name === ".lock" ? "dead" : "");
      utimesSync(file + name, longAgo, longAgo);
    }
    let inside = 0;
    const stores = Array.from({ length: 10 }, () => new FileTokenStore(file));
    await Promise.all(
      stores.map((store) =>
        store.exclusively(async () => {
          inside += 1;
          expect(inside).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 2));
          inside -= 1;
        }),
      ),
    );
  };
  await takeOver();
  // The mark of a process that died while it removed the lock of another. Only some rounds race for it.
  for (let round = 0; round < 20; round += 1) await takeOver(".lock.dead");
});
