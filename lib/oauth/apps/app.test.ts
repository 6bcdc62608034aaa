import { describe, expect, it } from "vitest";
import { SCOPES } from "../../access/scopes";
import { checkInput } from "../../platform/check-input";
import { AppError } from "../../platform/errors";
import { EditApp, RegisterApp } from "./app";
import { listRisks } from "./choices";

const INPUT = {
  name: " Minutes to Tracker ",
  developerName: "Acme Labs",
  websiteUrl: "",
  clientType: "confidential",
  actorType: "user",
  allowedScopes: ["rooms:read", "me:read", "rooms:read"],
  redirectUris: ["https://example.com/cb", "https://example.com/CB"],
};

function readIssues(input: unknown): [path: string, reason: string][] {
  try {
    checkInput(RegisterApp, input);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = error.details?.["issues"] as { path: string; message: string }[];
    return issues.map(({ path, message }) => [path, message]);
  }
}

describe("an app", () => {
  it("trims names, orders scopes, and leaves URIs untouched", () => {
    expect(checkInput(RegisterApp, INPUT)).toEqual({
      ...INPUT,
      name: "Minutes to Tracker",
      websiteUrl: null,
      allowedScopes: ["me:read", "rooms:read"],
      keys: null,
    });
  });

  it("keeps its types when an edit sends others", () => {
    expect(checkInput(EditApp, { ...INPUT, clientType: "public", actorType: "agent" })).not.toHaveProperty(
      "clientType",
    );
  });

  it("may ask for every scope of the contract", () => {
    expect(readIssues({ ...INPUT, allowedScopes: [...SCOPES] })).toEqual([]);
  });

  it.each<[string, object, [string, string][]]>([
    ["no name", { name: "  " }, [["name", "name_missing"]]],
    ["a name that is no text", { name: 7 }, [["name", "name_missing"]]],
    ["a name of 101 characters", { name: "あ".repeat(101) }, [["name", "name_too_long"]]],
    ["a name with a line break", { name: "a\nb" }, [["name", "name_unreadable"]]],
    ["a name that turns the line around", { name: "evil\u202Eelgoog" }, [["name", "name_unreadable"]]],
    ["a developer with a NUL", { developerName: "a\u0000" }, [["developerName", "developer_unreadable"]]],
    ["a website over http", { websiteUrl: "http://example.com" }, [["websiteUrl", "website_invalid"]]],
    ["a script as website", { websiteUrl: "javascript:alert(1)" }, [["websiteUrl", "website_invalid"]]],
    ["a website with a login", { websiteUrl: "https://a@example.com" }, [["websiteUrl", "website_invalid"]]],
    ["no type", { clientType: "" }, [["clientType", "type_missing"]]],
    ["an actor of its own", { actorType: "app" }, [["actorType", "actor_missing"]]],
    ["no scope", { allowedScopes: [] }, [["allowedScopes", "scopes_missing"]]],
    ["a scope of its own", { allowedScopes: ["me:read", "admin"] }, [["allowedScopes.1", "scope_unknown"]]],
    ["no redirect URI", { redirectUris: [] }, [["redirectUris", "uris_missing"]]],
    [
      "eleven redirect URIs",
      { redirectUris: Array.from({ length: 11 }, (_, n) => `https://example.com/${n}`) },
      [["redirectUris", "uris_too_many"]],
    ],
    ["one URI twice", { redirectUris: ["https://a.test/", "https://a.test/"] }, [["redirectUris", "uri_repeated"]]],
    [
      "bad URIs, each told",
      { redirectUris: ["http://a.test/", "https://a.test/", "https://a.test/#x"] },
      [
        ["redirectUris.0", "uri_insecure"],
        ["redirectUris.2", "uri_fragment"],
      ],
    ],
  ])("with %s is refused", (_, change, issues) => {
    expect(readIssues({ ...INPUT, ...change })).toEqual(issues);
  });
});

describe("risks", () => {
  const app = { clientType: "public", actorType: "user", allowedScopes: ["rooms:read", "messages:write"] };

  it.each([
    ["a public app that writes, on 127.0.0.1", {}, []],
    ["localhost by its name", { redirectUris: ["http://localhost:1/cb"] }, ["localhost_name"]],
    ["a host that only begins like it, over https", { redirectUris: ["https://localhost.example/cb"] }, []],
    ["a secret on a device", { clientType: "confidential" }, ["secret_on_device"]],
    ["an agent that may write", { actorType: "agent" }, ["agent_writes"]],
    ["an agent that redelivers", { actorType: "agent", allowedScopes: ["webhooks:write"] }, []],
    ["everything", { allowedScopes: [...SCOPES] }, ["everything"]],
  ])("%s", (_, change, risks) => {
    expect(listRisks({ ...app, redirectUris: ["http://127.0.0.1/cb"], ...change })).toEqual(risks);
  });
});
