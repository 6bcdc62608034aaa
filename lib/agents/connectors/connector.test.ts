import { describe, expect, test } from "vitest";
import {
  ACTION_NAMES,
  ACTION_PROFILES,
  coversProfile,
  findNetworkIssues,
  findRoomIssues,
  narrowProfile,
  normalizeBaseUrl,
  readReach,
  ToolProfile,
} from "./connector";

describe("tool profiles", () => {
  test("each allows what the one before it does, and no more than §4", () => {
    const allowed = (profile: ToolProfile) =>
      ACTION_NAMES.filter((name) => coversProfile(profile, ACTION_PROFILES[name]));
    expect(Object.fromEntries(ToolProfile.options.map((profile) => [profile, allowed(profile)]))).toEqual({
      read_only: ["test-connection", "summarize-record"],
      task_writer: ["test-connection", "summarize-record", "generate-tasks"],
      message_writer: ["test-connection", "summarize-record", "generate-tasks", "reply-to-room"],
    });
    for (const profile of ToolProfile.options) {
      expect(narrowProfile(profile, true)).toBe("read_only");
      expect(narrowProfile(profile, false)).toBe(profile);
    }
  });
});

describe("the network", () => {
  test.each([
    ["private", "private", false, false, []],
    ["private", "tailnet", false, false, []],
    ["private", "public_with_proxy", true, true, ["proxy_needs_public"]],
    ["public", "private", false, true, ["public_not_accepted"]],
    ["public", "tailnet", true, false, []],
    ["public", "public_with_proxy", true, false, ["proxy_not_accepted"]],
    ["public", "public_with_proxy", false, true, ["public_not_accepted"]],
    ["public", "public_with_proxy", true, true, []],
  ] as const)("a %s address with %s, accepted: %s and %s", (kind, networkMode, acceptsPublic, acceptsProxy, issues) => {
    const found = findNetworkIssues({ kind, networkMode, acceptsPublic, acceptsProxy });
    expect(found.map(({ message }) => message)).toEqual(issues);
  });

  test("reaches listed private addresses, and public ones once they are accepted", () => {
    expect([...readReach("private", false)]).toEqual(["allowed"]);
    expect([...readReach("tailnet", true)]).toEqual(["allowed", "public"]);
    expect([...readReach("public_with_proxy", true)]).toEqual(["public"]);
  });

  test.each([
    ["https://g.example", "https://g.example"],
    ["https://g.example/", "https://g.example"],
    ["https://G.example:443/v1/", "https://g.example"],
    ["https://g.example/agents//", "https://g.example/agents"],
    ["https://g.example/agents/v1", "https://g.example/agents"],
    ["https://g.example/agents-v1", "https://g.example/agents-v1"],
  ])("%s is kept as %s", (url, kept) => {
    expect(normalizeBaseUrl(new URL(url))).toBe(kept);
  });
});

describe("the rooms", () => {
  const known = [
    { id: "a", isShared: false },
    { id: "b", isShared: true },
  ];
  test.each([
    [[], "read_only", ["rooms_missing"]],
    [["a", "c"], "read_only", ["room_unknown"]],
    [["a", "b"], "read_only", []],
    [["a"], "message_writer", []],
    [["a", "b"], "task_writer", ["profile_shared_room"]],
    [["b"], "message_writer", ["profile_shared_room"]],
  ] as const)("%j with %s", (chosen, profile, issues) => {
    expect(findRoomIssues(chosen, known, profile).map(({ message }) => message)).toEqual(issues);
  });
});
