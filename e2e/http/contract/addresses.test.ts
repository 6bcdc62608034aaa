import { describe, expect, test } from "vitest";
import { atBothDoors, outcome } from "../../support/contract-doors";
import { keyHolder, useContract } from "../../support/contract-scene";

const { world, ...contract } = useContract();

/** As clients write them, in the hope that the service believes them. */
const FORGED = [
  "x-forwarded-for",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "x-client-ip",
  "x-svc-client-address",
];

atBothDoors({ world, ...contract }, 45, ({ ask }) => {
  describe("addresses of a key", () => {
    async function makeKey(...allowedNetworks: string[]) {
      const { id: userId, billingEntityId } = await world.user();
      const key = await world.apiKey({ userId, billingEntityId, allowedNetworks });
      return keyHolder(key, { userId });
    }

    test("a key of these addresses passes, and one of others is refused, whatever the client says of itself", async () => {
      expect(outcome(await ask(await makeKey("127.0.0.0/8", "::1"), "/v1/me"))).toBe("200");
      const elsewhere = await makeKey("203.0.113.0/24");
      const claims = FORGED.map((name) => ({ [name]: "203.0.113.9" }));
      for (const headers of [{}, ...claims, { forwarded: "for=203.0.113.9" }] as Record<string, string>[]) {
        const refused = await ask(elsewhere, "/v1/me", { headers });
        expect([headers, outcome(refused)]).toEqual([headers, "403 forbidden"]);
        expect(refused.json.error.details?.["reason"]).toBe("address_not_allowed");
        expect(["127.0.0.1", "::1"]).toContain(refused.json.error.details?.["address"]);
        expect(refused.text).not.toContain("203.0.113");
        expect(refused.headers.get("svc-api-units-used")).toBeNull();
      }
    });
  });
});
