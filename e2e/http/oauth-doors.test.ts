import { describe, expect, inject, test } from "vitest";
import { postForm, refreshForm, type TokenReply } from "../support/browser/oauth-flow";
import { useApprovedApps } from "./approved-apps";

const { demo, publicApp, TOKEN, REVOKE, issue } = useApprovedApps();

describe("both doors give the same responses", () => {
  const doors = [demo.baseUrl, inject("nextDoorUrl")];

  test.each<[string, string, RequestInit, number, string]>([
    ["another method", "/oauth/token", { method: "GET" }, 405, "invalid_request"],
    ["another method", "/oauth/revoke", { method: "PUT", body: "x" }, 405, "invalid_request"],
    [
      "JSON",
      "/oauth/token",
      { method: "POST", body: "{}", headers: { "content-type": "application/json" } },
      400,
      "invalid_request",
    ],
    [
      "parameters in the address",
      "/oauth/token?grant_type=refresh_token",
      { method: "POST", body: new URLSearchParams({ a: "b" }) },
      400,
      "invalid_request",
    ],
    ["nothing", "/oauth/token", { method: "POST", body: new URLSearchParams() }, 401, "invalid_client"],
    [
      "too much",
      "/oauth/token",
      { method: "POST", body: new URLSearchParams({ a: "b".repeat(40_000) }) },
      413,
      "invalid_request",
    ],
    [
      "a name twice",
      "/oauth/token",
      { method: "POST", body: new URLSearchParams("client_id=a&client_id=b") },
      400,
      "invalid_request",
    ],
    [
      "a grant that is not offered",
      "/oauth/token",
      { method: "POST", body: new URLSearchParams({ client_id: publicApp.clientId, grant_type: "password" }) },
      400,
      "unsupported_grant_type",
    ],
    [
      "no grant",
      "/oauth/token",
      { method: "POST", body: new URLSearchParams({ client_id: publicApp.clientId }) },
      400,
      "invalid_request",
    ],
  ])("%s at %s", async (_, path, init, status, error) => {
    for (const base of doors) {
      const response = await fetch(base + path, init);
      const body = (await response.json()) as { error: string };
      expect([base, response.status, body.error]).toEqual([base, status, error]);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      if (status === 405) expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    }
  });

  test("allows preflight requests of apps in a browser", async () => {
    for (const base of doors) {
      for (const path of ["/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server"]) {
        const { status, headers } = await fetch(base + path, {
          method: "OPTIONS",
          headers: { origin: "https://spa.test", "access-control-request-method": "POST" },
        });
        expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
        expect(headers.get("access-control-allow-headers")).toContain("Authorization");
        expect(headers.get("access-control-allow-credentials")).toBeNull();
      }
    }
  });

  test("tokens go round at each", async () => {
    const { refreshToken } = await issue(publicApp);
    let next: string | undefined = refreshToken;
    for (const base of doors) {
      const reply: TokenReply = await postForm(`${base}/oauth/token`, refreshForm(publicApp, next));
      expect(reply.status).toBe(200);
      next = reply.body.refresh_token;
    }
  });

  test("metadata says where everything is", async () => {
    for (const base of doors) {
      const read = async (path: string) => (await fetch(`${base}/.well-known/${path}`)).json();
      expect(await read("oauth-authorization-server")).toMatchObject({
        issuer: demo.baseUrl,
        authorization_endpoint: `${demo.baseUrl}/oauth/authorize`,
        token_endpoint: TOKEN,
        revocation_endpoint: REVOKE,
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
      });
      expect(await read("oauth-protected-resource")).toMatchObject({ resource: `${demo.baseUrl}/v1` });
      expect(await read("oauth-protected-resource/v1")).toMatchObject({
        resource: `${demo.baseUrl}/v1`,
        authorization_servers: [demo.baseUrl],
      });
      expect(await read("oauth-protected-resource/mcp")).toMatchObject({ resource: demo.mcpUrl });
    }
    const refused = await fetch(`${demo.baseUrl}/v1/me`);
    const pointer = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "")?.[1] ?? "";
    expect((await fetch(pointer)).status).toBe(200);
  });
});
