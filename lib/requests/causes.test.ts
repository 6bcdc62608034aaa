import { expect, test } from "vitest";
import { judgeRefusal, type Refusal } from "./causes";

const REFUSAL: Refusal = {
  step: "requireScope",
  code: "insufficient_scope",
  status: 403,
  route: "/v1/tasks",
  actorType: "app",
  credentialId: "key_1",
  userId: null,
  roomId: null,
  facts: { e: { requiredScope: "tasks:read" } },
  endpoint: null,
  area: {
    kind: "organization",
    ownerId: "org_1",
    name: "Acme",
    entityId: "bil_1",
    plan: "STANDARD",
    seats: 1,
    seesAll: true,
  },
  access: { room: "unseen", role: null, hasBoard: false, record: null },
};

test("a key that lacks a scope leads to the form, with its owner and the scope", () => {
  expect(judgeRefusal(REFUSAL).fix.href).toBe("/settings/developer/api-keys/new?owner=org_1&scope=tasks%3Aread");
});
