import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRedirectUriProblem, REDIRECT_URI_MAX_LENGTH } from "./redirect-uri";

describe("redirect URIs that may be registered", () => {
  it.each([
    "https://example.com",
    "https://example.com/",
    "https://example.com/oauth/callback",
    "https://example.com:8443/cb",
    "https://example.com:443/cb",
    "https://Example.com/cb",
    "https://xn--bcher-kva.example/cb",
    "https://example.com/cb?tenant=a&next=%2Fhome",
    "https://example.com/cb?",
    "https://example.com/%E3%81%82",
    "https://10.0.0.8/cb",
    "https://localhost/cb",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:8976/callback",
    "http://[::1]:8976/callback",
    "http://localhost:3000/cb",
  ])("%s", (uri) => {
    expect(findRedirectUriProblem(uri)).toBeNull();
  });
});

describe("redirect URIs that may not", () => {
  it.each([
    ["", "uri_malformed"],
    ["example.com/cb", "uri_malformed"],
    ["//example.com/cb", "uri_malformed"],
    ["/cb", "uri_malformed"],
    ["https:/example.com/cb", "uri_malformed"],
    ["https:example.com", "uri_malformed"],
    ["https://", "uri_malformed"],
    ["https:///example.com", "uri_malformed"],
    ["https://:443/cb", "uri_malformed"],
    ["https://example.com:/cb", "uri_malformed"],
    ["https://example.com:99999/cb", "uri_malformed"],
    ["https://example.com:80x/cb", "uri_malformed"],
    ["https://[::1/cb", "uri_malformed"],
    ["https://[::1]evil.com/cb", "uri_malformed"],
    ["https://%65xample.com/cb", "uri_malformed"],
    ["https://0x7f.0.0.1/cb", "uri_malformed"],
    ["https://example.com/a/../b", "uri_malformed"],
    ["https://example.com/a/%2e%2e/b", "uri_malformed"],
    ["https://example.com/./b", "uri_malformed"],
    ["HTTPS://example.com/cb", "uri_scheme"],
    ["ftp://example.com/cb", "uri_scheme"],
    ["com.example.app://cb", "uri_scheme"],
    ["javascript://example.com/%0aalert(1)", "uri_scheme"],
    ["javascript:alert(1)", "uri_malformed"],
    ["data:text/html,x", "uri_malformed"],
    ["urn:ietf:wg:oauth:2.0:oob", "uri_malformed"],
    ["http://example.com/cb", "uri_insecure"],
    ["http://127.0.0.1.evil.com/cb", "uri_insecure"],
    ["http://localhost.evil.com/cb", "uri_insecure"],
    ["http://localhost./cb", "uri_insecure"],
    ["http://LOCALHOST/cb", "uri_insecure"],
    ["http://127.0.0.2/cb", "uri_insecure"],
    ["http://127.1/cb", "uri_malformed"],
    ["http://2130706433/cb", "uri_malformed"],
    ["http://0177.0.0.1/cb", "uri_malformed"],
    ["http://[0:0:0:0:0:0:0:1]/cb", "uri_malformed"],
    ["http://[::ffff:127.0.0.1]/cb", "uri_malformed"],
    ["http://0.0.0.0/cb", "uri_insecure"],
    ["http://localhost@evil.com/cb", "uri_userinfo"],
    ["https://user:pass@example.com/cb", "uri_userinfo"],
    ["https://@example.com/cb", "uri_userinfo"],
    ["https://example.com/cb#", "uri_fragment"],
    ["https://example.com/cb#token", "uri_fragment"],
    ["https://*.example.com/cb", "uri_wildcard"],
    ["https://example.com/*", "uri_wildcard"],
    ["https://example.com/cb ", "uri_unreadable"],
    [" https://example.com/cb", "uri_unreadable"],
    ["https://example.com/c b", "uri_unreadable"],
    ["https://example.com/cb\n", "uri_unreadable"],
    ["https://exa\tmple.com/cb", "uri_unreadable"],
    ["https://example.com/\u0000", "uri_unreadable"],
    ["https://example.com\\@evil.com/cb", "uri_unreadable"],
    ["https:\\\\example.com", "uri_unreadable"],
    ["https://bücher.example/cb", "uri_unreadable"],
    ["https://example.com/あ", "uri_unreadable"],
    ["https://exam\u200bple.com/cb", "uri_unreadable"],
    ['https://example.com/"><script>', "uri_unreadable"],
    ["https://example.com/cb?code=1", "uri_reserved_parameter"],
    ["https://example.com/cb?a=b&st%61te=1", "uri_reserved_parameter"],
    ["https://example.com/cb?iss=https://evil.example", "uri_reserved_parameter"],
    [`https://example.com/${"a".repeat(REDIRECT_URI_MAX_LENGTH)}`, "uri_too_long"],
  ])("%j: %s", (uri, problem) => {
    expect(findRedirectUriProblem(uri)).toBe(problem);
  });

  it("refuses URIs that lead elsewhere than they say, and never throws", () => {
    const piece = fc.constantFrom(
      "https",
      "http",
      "://",
      ":",
      "/",
      "?",
      "@",
      "[::1]",
      "127.0.0.1",
      "localhost",
      "a.b",
      "..",
      "%2e",
      "8",
      "=",
      "&",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 12 }), (pieces) => {
        const uri = pieces.join("");
        if (findRedirectUriProblem(uri) !== null) return;
        const url = new URL(uri);
        expect(["https:", "http:"]).toContain(url.protocol);
        if (url.protocol === "http:") expect(["127.0.0.1", "[::1]", "localhost"]).toContain(url.hostname);
        expect([url.username, url.password, url.hash]).toEqual(["", "", ""]);
        expect(uri.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
