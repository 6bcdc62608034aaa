import { expect, test } from "vitest";
import { rankLine, rankText } from "./rank-text";

test("a short text is looked for at the beginning of words, a longer one anywhere", () => {
  expect(rankLine("Connect an agent", "gen", ["connect", "agent"])).toBe(0);
  expect(rankLine("Connect an agent", "ag", ["connect", "agent"])).toBe(0.8);
  expect(rankLine("Webhooks", "hook", ["webhooks"])).toBe(0.8);
  expect(rankLine("Audit log", "log", [])).toBe(0.8);
});

test("a short text still finds by other words, and any text without spaces between its words", () => {
  expect(rankLine("API キー", "key", ["api", "keys"])).toBe(0.5);
  expect(rankLine("署名を検証", "検証", [])).toBe(0.8);
  expect(rankText("General", "", [])).toBe(1);
});

test("a deed that is seldom wanted comes after what the same text opens", () => {
  const signOut = rankLine("Sign out", "sign", ["sign", "out"], true);
  expect(signOut).toBeLessThan(rankLine("Verify a signature", "sign", ["verify"]));
  expect(signOut).toBeGreaterThan(rankLine("Open your account", "sign", ["sign", "out"]));
  expect(rankLine("Sign out", "rooms", ["sign", "out"], true)).toBe(0);
});
