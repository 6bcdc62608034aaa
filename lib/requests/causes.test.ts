import { expect, test } from "vitest";
import { classifyRefusal } from "./causes";
import { NO_FACTS } from "./find-access-facts";
import type { RefusedRequest } from "./refusal";

const REFUSAL: RefusedRequest = {
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
    isOwner: true,
  },
  access: { ...NO_FACTS, keyScopes: ["rooms:read"] },
};

test("leads from a key without a scope to the form with its owner, its scopes and the missing one", () => {
  const { href } = classifyRefusal(REFUSAL).fix;
  expect(href).toBe("/settings/developer/api-keys/new?owner=org_1&scope=rooms%3Aread+tasks%3Aread");
});
