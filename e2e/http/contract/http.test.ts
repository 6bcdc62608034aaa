import { describe, expect, test } from "vitest";
import { atDoors, FAILURE_HEADERS, outcome, ownHeaders, SUCCESS_HEADERS } from "./doors";
import { keyHolder, nobody, useContract } from "./scene";

const contract = useContract();
const { database, world } = contract;

atDoors(contract, 35, (door) => {
  const { ask } = door;

  describe("HTTP", () => {
    test("HEAD is GET without the body", async () => {
      const user = await world.user();
      const key = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
      const holder = keyHolder(key, { userId: user.id });
      const answer = await ask(holder, "/v1/me", { method: "HEAD" });
      expect([answer.status, answer.text, ownHeaders(answer)]).toEqual([200, "", SUCCESS_HEADERS]);
      const missing = await ask(nobody(), "/v1/nothing", { method: "HEAD" });
      expect([missing.status, missing.text]).toEqual([404, ""]);
    });

    test.each([
      ["/v1/me", "GET, HEAD, OPTIONS"],
      ["/v1/rooms/room_1/messages", "GET, HEAD, POST, OPTIONS"],
      ["/v1/rooms/room_1/tasks/task_1", "GET, HEAD, PATCH, OPTIONS"],
      ["/v1/rooms/room_1/files/file_1/complete", "POST, OPTIONS"],
    ])("%s allows %s", async (target, allow) => {
      const options = await ask(nobody(), target, { method: "OPTIONS" });
      expect([options.status, options.headers.get("allow"), options.text]).toEqual([204, allow, ""]);
      const preflight = await ask(nobody(), target, {
        method: "OPTIONS",
        headers: { origin: "https://app.example", "access-control-request-method": "GET" },
      });
      expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, allow]);
      const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ") ?? [];
      for (const name of ["authorization", "content-type", "idempotency-key", "x-api-key", "x-request-id"])
        expect(allowed).toContain(name);
      expect(preflight.headers.get("access-control-max-age")).toBe("86400");
      expect(preflight.headers.has("svc-api-units-cost")).toBe(false);
      for (const method of ["PUT", "DELETE", "POST", "PATCH", "GET"].filter(
        (candidate) => !allow.includes(candidate),
      )) {
        const answer = await ask(nobody(), target, { method });
        expect([outcome(answer), answer.headers.get("allow")]).toEqual(["405 validation_error", allow]);
        expect(ownHeaders(answer)).toEqual([...FAILURE_HEADERS, "allow"].sort());
      }
    });

    test.each(["/v1", "/v1/nothing", "/v1/me/x", "/v1/room", "/v1/rooms/room_1/secrets", "/v1?x=1", "/v1/ME"])(
      "%s is not there, in JSON",
      async (target) => {
        for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
          expect([method, outcome(await ask(nobody(), target, { method }))]).toEqual([method, "404 not_found"]);
      },
    );

    test("a request id is echoed when it is of the form, and replaced when it is not", async () => {
      for (const id of ["a", `Az09._:-${door.id}`, door.id.padEnd(128, "x")]) {
        const answer = await ask(nobody(), "/v1/nothing", { headers: { "x-request-id": id } });
        expect([answer.headers.get("x-request-id"), answer.json.error.requestId]).toEqual([id, id]);
      }
      for (const id of ["", "with space", "x".repeat(129), "<script>", 'a"b', "é"]) {
        const answer = await ask(nobody(), "/v1/nothing", { headers: { "x-request-id": id } });
        const made = answer.headers.get("x-request-id") ?? "";
        expect(made).toMatch(/^req_[0-9a-z]{26}$/);
        expect(await database.query("SELECT route, status FROM audit_log WHERE request_id = $1", [made])).toEqual([
          { route: "unmatched", status: 404 },
        ]);
      }
    });
  });
});
