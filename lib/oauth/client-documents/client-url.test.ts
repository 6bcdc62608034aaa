import { expect, test } from "vitest";
import { HOSTILE_TARGETS } from "../../../e2e/support/attacks/hostile-targets";
import { CLIENT_URL_MAX_LENGTH } from "../../platform/client-document-limits";
import { clientHost, findClientUrlProblem } from "./client-url";
import { KNOWN_CLIENTS } from "./known-clients";

test.each([
  ...Object.values(KNOWN_CLIENTS).map(({ url }) => url),
  "https://app.example:8443/c",
  "https://xn--wgv71a.example/c.json",
  "https://app.example/".padEnd(CLIENT_URL_MAX_LENGTH, "c"),
])("%s is a client id", (url) => {
  expect(findClientUrlProblem(url)).toBeNull();
});

test.each([
  ["http://app.example/c.json", "client_url_https"],
  ["HTTPS://app.example/c.json", "client_url_https"],
  ["app_01h", "client_url_https"],
  ["https://app.example/".padEnd(CLIENT_URL_MAX_LENGTH + 1, "c"), "client_url_too_long"],
  ["https://APP.example/c.json", "client_url_unplain"],
  ["https://app.example:443/c.json", "client_url_unplain"],
  ["https://app.example/a/../c.json", "client_url_unplain"],
  ["https://app.example/a/%2e%2e/c.json", "client_url_unplain"],
  ["https://app.example\\c.json", "client_url_unplain"],
  ["https://user@app.example/c.json", "client_url_unplain"],
  ["https://:p@app.example/c.json", "client_url_unplain"],
  ["https://app.example/c.json#part", "client_url_unplain"],
  ["https://app.example/c.json#", "client_url_unplain"],
  ["https://日本.example/c.json", "client_url_unplain"],
  ["https://app.example/ c.json", "client_url_unplain"],
  ["https://0x7f.1/c.json", "client_url_unplain"],
  ["https://app.example/c.json?v=1", "client_url_query"],
  ["https://app.example/c.json?", "client_url_query"],
  ["https://app.example/", "client_url_path"],
  ["https://app.example", "client_url_unplain"],
])("%s is %s", (url, problem) => {
  expect(findClientUrlProblem(url)).toBe(problem);
});

test("a client id that is accepted is read as it is written", () => {
  for (const { url } of HOSTILE_TARGETS) {
    if (findClientUrlProblem(url) === null) expect(new URL(url).href).toBe(url);
  }
  expect(clientHost("https://app.example:8443/c")).toBe("app.example:8443");
});
