import { describe, expect, it } from "vitest";
import { buildAuthorizeUrl, buildTokenCommand } from "./authorize-url";

const REQUEST = {
  baseUrl: "https://svc.example",
  clientId: "app_1",
  redirectUri: "https://app.example/cb?tenant=o'neil&x=1",
  resource: "https://svc.example/v1",
};

describe("the authorize-URL builder", () => {
  it("asks for a code with PKCE and keeps every value unchanged", () => {
    const url = new URL(
      buildAuthorizeUrl({
        ...REQUEST,
        scopes: ["me:read", "rooms:read"],
        state: "a b&c=ü",
        codeChallenge: "C".repeat(43),
      }),
    );
    expect(url.origin + url.pathname).toBe("https://svc.example/oauth/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "app_1",
      redirect_uri: REQUEST.redirectUri,
      scope: "me:read rooms:read",
      resource: REQUEST.resource,
      state: "a b&c=ü",
      code_challenge: "C".repeat(43),
      code_challenge_method: "S256",
    });
  });

  it("leaves an empty state out", () => {
    expect(buildAuthorizeUrl({ ...REQUEST, scopes: ["me:read"], state: "", codeChallenge: "C" })).not.toContain(
      "state=",
    );
  });

  it("quotes the redirect URI safely in the command, and writes no secret into it", () => {
    const command = buildTokenCommand({ ...REQUEST, authentication: "secret", codeVerifier: "V" });
    expect(command).toContain(String.raw`'redirect_uri=https://app.example/cb?tenant=o'\''neil&x=1'`);
    expect(command).toContain('-u "app_1:$SVC_CLIENT_SECRET"');
    expect(buildTokenCommand({ ...REQUEST, authentication: "none", codeVerifier: "V" })).toContain(
      "-d client_id=app_1",
    );
  });
});
