import { describe, expect, test } from "vitest";
import { atDoors, FAILURE_HEADERS, outcome, ownHeaders } from "./doors";
import { keyHolder, nobody, useContract } from "./scene";

const contract = useContract();
const { demo, database, world, own, tokenHolder } = contract;

atDoors(contract, 20, ({ ask }) => {
  describe("credentials", () => {
    test("both headers are good, and both together when they agree", async () => {
      const { key } = demo.apiKeys.user;
      for (const headers of [
        { authorization: `Bearer ${key}` },
        { authorization: `bearer   ${key}` },
        { "x-api-key": key },
        { authorization: `Bearer ${key}`, "x-api-key": key },
      ] as Record<string, string>[])
        expect(outcome(await ask({ headers, audit: own.audit }, "/v1/me"))).toBe("200");
    });

    test("each bad credential has its own error, with a challenge", async () => {
      const { user, org: other, expired, revoked } = demo.apiKeys;
      const cases: [Record<string, string>, string][] = [
        [{}, "unauthenticated"],
        [{ authorization: "Bearer" }, "unauthenticated"],
        [{ authorization: `Basic ${user.key}` }, "unauthenticated"],
        [{ authorization: user.key }, "unauthenticated"],
        [{ authorization: "Bearer nonsense" }, "unauthenticated"],
        [{ "x-api-key": "nonsense" }, "unauthenticated"],
        [{ authorization: `Bearer ${user.key}`, "x-api-key": other.key }, "unauthenticated"],
        [{ authorization: `Bearer svc_at_${"a".repeat(43)}` }, "unauthenticated"],
        [{ authorization: `Bearer svc_test_${"a".repeat(43)}` }, "invalid_api_key"],
        [{ "x-api-key": `svc_test_${"a".repeat(43)}` }, "invalid_api_key"],
        [{ "x-api-key": user.key.replace("svc_test_", "svc_live_") }, "invalid_api_key"],
        [{ "x-api-key": expired.key }, "expired_api_key"],
        [{ "x-api-key": revoked.key }, "revoked_api_key"],
      ];
      const organizationId = demo.organizations.acme.id;
      const known = new Map([expired, revoked].map((key) => [key.key, keyHolder(key, { organizationId })]));
      for (const [headers, code] of cases) {
        const { audit } = known.get(headers["x-api-key"] ?? "") ?? nobody();
        const answer = await ask({ headers, audit }, "/v1/rooms");
        expect([headers, outcome(answer)]).toEqual([headers, `401 ${code}`]);
        expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="[^"]+\/v1", resource_metadata="/);
        expect(ownHeaders(answer)).toEqual([...FAILURE_HEADERS, "www-authenticate"].sort());
      }
    });

    test("a token of another audience, an expired one and one whose grant was revoked are no tokens", async () => {
      const user = await world.user();
      const options = { userId: user.id, billingEntityId: user.billingEntityId };
      const good = await tokenHolder(options);
      expect(outcome(await ask(good, "/v1/me"))).toBe("200");
      await database.query("UPDATE oauth_grants SET revoked_at = $2 WHERE id = $1", [good.grantId, new Date()]);
      for (const bad of [
        good,
        await tokenHolder({ ...options, audience: demo.mcpUrl }),
        await tokenHolder({ ...options, expiresAt: new Date(Date.now() - 1) }),
      ])
        expect(outcome(await ask(bad, "/v1/me"))).toBe("401 unauthenticated");
    });

    test("a key that is revoked ends at once", async () => {
      const user = await world.user();
      const key = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
      const holder = keyHolder(key, { userId: user.id });
      expect(outcome(await ask(holder, "/v1/me"))).toBe("200");
      await database.query("UPDATE api_keys SET revoked_at = $2 WHERE id = $1", [key.id, new Date()]);
      expect(outcome(await ask(holder, "/v1/me"))).toBe("401 revoked_api_key");
    });
  });
});
