import { expect, test } from "vitest";
import { chooseContext } from "./choose-context";
import type { GrantContext } from "./consent-query";

const OWN: GrantContext = { kind: "individual", billingEntityId: "bil_own", name: "Ann" };
const ACME: GrantContext = { kind: "organization", billingEntityId: "bil_acme", name: "Acme" };
const ZETA: GrantContext = { kind: "organization", billingEntityId: "bil_zeta", name: "Zeta" };

test.each([
  ["one's own area, when there is no other", [OWN], [], [], "bil_own"],
  ["the only organization", [OWN, ACME], [], [], "bil_acme"],
  ["one's own area, when there are several organizations", [OWN, ACME, ZETA], [], [], "bil_own"],
  ["where the app works already", [OWN, ACME], ["bil_own"], ["bil_acme"], "bil_own"],
  ["where other apps work", [OWN, ACME, ZETA], [], ["bil_zeta", "bil_acme"], "bil_zeta"],
  ["an area that was left is not offered", [OWN, ACME], ["bil_left"], ["bil_left", "bil_own"], "bil_own"],
  ["nothing, when there is nothing", [], ["bil_own"], [], null],
] as const)("%s", (_, contexts, ofApp, ofOthers, expected) => {
  expect(chooseContext(contexts, { ofApp, ofOthers })).toBe(expected);
});
