import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withBurst } from "../../../e2e/support/scenes/ask-endpoint";
import { post, read, refreshForm, useTokenScenes, wait } from "../../../e2e/support/scenes/token-scene";
import { makeAccessToken, makeRefreshToken } from "../../access/credentials/token";
import { UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE } from "../../platform/limits";
import { respondToRevocation, respondToTokenRequest } from "../endpoints";

const { issue } = useTokenScenes();

test("limits the address of wrong secrets, and not the right secret", async () => {
  const { app, tokens } = await issue({ isConfidential: true });
  const address = "198.51.100.1";
  const wrong = { ...refreshForm(app, tokens.refresh_token), client_secret: "wrong" };
  const refused = await Promise.all(
    Array.from({ length: UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE }, () => post(respondToTokenRequest, wrong, address)),
  );
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  const limited = await post(respondToTokenRequest, wrong, address);
  expect([limited.status, limited.headers["retry-after"], read(limited).error]).toEqual([
    429,
    "55",
    "temporarily_unavailable",
  ]);
  expect((await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token), address)).status).toBe(200);
  wait(60_000);
  expect((await post(respondToTokenRequest, wrong, address)).status).toBe(401);
});

test("a public client's id is no credential: its guesses are charged to the address", async () => {
  const { app, tokens } = await issue();
  const address = "198.51.100.2";
  const guess = () => post(respondToTokenRequest, refreshForm(app, makeRefreshToken()), address);
  const revokeNothing = () =>
    post(respondToRevocation, { client_id: app.clientId, token: makeRefreshToken() }, address);
  const half = UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE / 2;
  await Promise.all(Array.from({ length: half }, () => Promise.all([guess(), revokeNothing()])));
  expect([(await guess()).status, (await revokeNothing()).status]).toEqual([429, 429]);
  expect((await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token), address)).status).toBe(200);
});

test("answers a used token of the client with its own error behind a full address", async () => {
  const { app, tokens } = await issue();
  const address = "198.51.100.3";
  const revoke = (token: string) => post(respondToRevocation, { client_id: app.clientId, token }, address);
  expect((await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token))).status).toBe(200);
  const guess = () => post(respondToTokenRequest, refreshForm(app, makeRefreshToken()), address);
  await Promise.all(Array.from({ length: UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE }, guess));
  expect((await guess()).status).toBe(429);
  const reused = await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token), address);
  expect([reused.status, read(reused).error]).toEqual([400, "invalid_grant"]);
  expect([(await revoke(tokens.access_token)).status, (await revoke(tokens.access_token)).status]).toEqual([200, 200]);
  expect((await revoke(makeAccessToken())).status).toBe(429);
});

test("with the limits backend down a form that proves nothing is 503, as an OAuth error", async () => {
  const { app } = await issue();
  const down = { take: () => Promise.reject(new Error("connection refused")), isReady: () => Promise.resolve(false) };
  const answer = await withBurst(down, () => post(respondToTokenRequest, refreshForm(app, makeRefreshToken())));
  expect([answer.status, answer.headers["retry-after"], read(answer).error]).toEqual([
    503,
    "5",
    "temporarily_unavailable",
  ]);
});

test("no malformed form causes a 500 or yields tokens", async () => {
  const { app } = await issue({ isConfidential: true });
  const names = fc.constantFrom("grant_type", "code", "refresh_token", "scope", "resource", "code_verifier", "token");
  const values = fc.oneof(
    fc.constantFrom("authorization_code", "refresh_token", `svc_rt_${"a".repeat(43)}`, "\u0000", "__proto__"),
    fc.string({ unit: "binary" }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, values), { maxLength: 8 }), async (pairs) => {
      const client = [
        ["client_id", app.clientId],
        ["client_secret", app.clientSecret ?? ""],
      ];
      const form = new URLSearchParams([...client, ...pairs.map(([name, text]) => [name, text.toWellFormed()])]);
      expect((await post(respondToTokenRequest, form.toString())).status).toBe(400);
      expect([200, 400]).toContain((await post(respondToRevocation, form.toString())).status);
    }),
    { numRuns: 200 },
  );
});

test("a client id of any form is unknown, never an error", async () => {
  for (const clientId of ["\u0000", "é", "x".repeat(5_000), randomBytes(20).toString("latin1")]) {
    const answer = await post(respondToTokenRequest, {
      grant_type: "refresh_token",
      client_id: clientId,
      refresh_token: "x",
    });
    expect([answer.status, read(answer).error]).toEqual([401, "invalid_client"]);
  }
});
