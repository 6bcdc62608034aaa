import { expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { eraseExpiredTokens } from "../retention";
import type { AuthorizationRequest } from "./authorization-request";
import { approveConsent, denyConsent } from "./decide-consent";
import { findClient } from "./find-client";
import { sealRequest } from "./sealed-request";

const database = useTestDatabase();
const world = createWorld(database);

async function makeDecision() {
  const [app, user] = [await world.oauthApp(), await world.user()];
  const client = await findClient(app.clientId);
  if (!client) throw new Error("The app is not there.");
  const request: AuthorizationRequest = {
    redirectUri: app.redirectUris[0] ?? "",
    scopes: ["me:read"],
    state: null,
    codeChallenge: "x".repeat(43),
    audience: "api",
  };
  const cause = { address: null, userAgent: null };
  const sealed = sealRequest("a=b", new Date());
  return { client, request, sealed, userId: user.id, billingEntityId: user.billingEntityId, cause };
}

const countCodes = async (userId: string) =>
  (
    await database.query("SELECT 1 FROM oauth_codes c JOIN oauth_grants g ON g.id = c.grant_id WHERE g.user_id = $1", [
      userId,
    ])
  ).length;

test("one of ten simultaneous decisions creates a grant and a code", async () => {
  const decision = await makeDecision();
  const consented = await Promise.all(Array.from({ length: 10 }, () => approveConsent(decision)));
  expect(consented.map(({ kind }) => kind).toSorted()).toEqual(["approved", ...Array<string>(9).fill("decided")]);
  expect(await countCodes(decision.userId)).toBe(1);
  expect(await approveConsent(decision)).toEqual({ kind: "decided" });
});

test("a request is decided once, by approval or denial", async () => {
  const [denied, approved] = [await makeDecision(), await makeDecision()];
  expect(await denyConsent(denied.request, denied.sealed)).toContain("error=access_denied");
  expect(await denyConsent(denied.request, denied.sealed)).toBeNull();
  expect(await approveConsent(denied)).toEqual({ kind: "decided" });
  expect(await countCodes(denied.userId)).toBe(0);
  expect(await approveConsent(approved)).toMatchObject({ kind: "approved" });
  expect(await denyConsent(approved.request, approved.sealed)).toBeNull();
});

test("a context of someone else leaves the request undecided", async () => {
  const decision = await makeDecision();
  const { id, billingEntityId } = await world.organization();
  await world.join(id, (await world.user()).id);
  expect(await approveConsent({ ...decision, billingEntityId })).toEqual({ kind: "context" });
  expect(await approveConsent(decision)).toMatchObject({ kind: "approved" });
});

test("decisions are erased a day after their requests have expired", async () => {
  const [fresh, old] = [await makeDecision(), await makeDecision()];
  await database.query("DELETE FROM consent_decisions");
  await denyConsent(old.request, old.sealed);
  await database.query("UPDATE consent_decisions SET expires_at = expires_at - interval '26 hours'");
  await denyConsent(fresh.request, fresh.sealed);
  await eraseExpiredTokens();
  expect(await database.query("SELECT 1 FROM consent_decisions")).toHaveLength(1);
  expect(await denyConsent(fresh.request, fresh.sealed)).toBeNull();
});
