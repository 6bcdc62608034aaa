import { expect, test } from "vitest";
import type { Endpoint } from "./endpoint";
import { findExclusion, mayWrite } from "./who-may-call";

const person = { type: "user", id: "usr_1", userId: "usr_1" } as const;
const agent = { type: "agent", id: "app_1", userId: "usr_1" } as const;
const ownKey = { type: "app", id: "key_1", userId: "usr_1" } as const;
const organizationKey = { type: "app", id: "key_2", userId: null } as const;

const write = { kind: "write", operationId: "createTask" } as Endpoint;
const readMe = { kind: "read", operationId: "readMe" } as Endpoint;
const readTask = { kind: "read", operationId: "readTask" } as Endpoint;

test.each([
  [person, false, true],
  [agent, false, false],
  [agent, true, true],
  [ownKey, true, false],
  [organizationKey, true, false],
])("%o writes by a tool (%s): %s", (actor, isTool, may) => {
  expect(mayWrite(actor, isTool)).toBe(may);
});

test.each([
  [write, ownKey, false, "keys_read"],
  [write, organizationKey, true, "keys_read"],
  [write, agent, false, "agents_read"],
  [write, agent, true, null],
  [write, person, false, null],
  [readMe, organizationKey, false, "person_needed"],
  [readMe, ownKey, false, null],
  [readTask, organizationKey, false, null],
  [null, organizationKey, false, null],
])("%o excludes %o (by a tool: %s) as %s", (endpoint, actor, isTool, exclusion) => {
  expect(findExclusion(endpoint, actor, isTool)).toBe(exclusion);
});
