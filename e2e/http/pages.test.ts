import { expect, test } from "vitest";
import { useDemo } from "../support/scenes/demo";
import { eventually } from "../support/scenes/eventually";

const demo = useDemo();

test("health and readiness", async () => {
  const health = await fetch(`${demo.baseUrl}/api/healthz`);
  expect([health.status, await health.json(), health.headers.get("cache-control")]).toEqual([
    200,
    { status: "ok" },
    "no-store",
  ]);
  const checks = { background: "ok", database: "ok", limitsBackend: "ok", migrations: "ok" };
  const expected = [200, { status: "ok", checks }, "no-store"];
  // A check that takes longer than two seconds has failed.
  const ready = await eventually(async () => {
    const response = await fetch(`${demo.baseUrl}/api/readyz`);
    expect([response.status, await response.json(), response.headers.get("cache-control")]).toEqual(expected);
    return response;
  });
  // Internal routes carry none of the API's headers (§8).
  expect([...ready.headers.keys()].filter((name) => /ratelimit|svc-/.test(name))).toEqual([]);
});

interface Page {
  headers: Headers;
  html: string;
  nonce: string;
}
async function readPage(path: string): Promise<Page> {
  const response = await fetch(demo.baseUrl + path);
  const policy = response.headers.get("content-security-policy") ?? "";
  return { headers: response.headers, html: await response.text(), nonce: /'nonce-([^']+)'/.exec(policy)?.[1] ?? "" };
}

test("pages have a policy of their own, with a new nonce each, on every script", async () => {
  const [one, two] = [await readPage("/login"), await readPage("/login")];
  expect(one.nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  expect(two.nonce).not.toBe(one.nonce);
  for (const { headers, html, nonce } of [one, two, await readPage("/no-such-page")]) {
    expect(headers.get("content-type")).toContain("text/html");
    const policy = headers.get("content-security-policy") ?? "";
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy.split("; ")).toContain(directive);
    expect(policy).not.toMatch(/script-src [^;]*'unsafe-/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.has("x-powered-by")).toBe(false);
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
  }
});

test("a form that another site posts to a page is refused", async () => {
  const form = (headers: Record<string, string>) =>
    fetch(`${demo.baseUrl}/login`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ email: "a" }),
      redirect: "manual",
    });
  expect((await form({ origin: "https://evil.example" })).status).toBe(403);
  expect((await form({ origin: "null" })).status).toBe(403);
  expect((await form({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await form({ origin: demo.baseUrl })).status).not.toBe(403);
  // The API is for other sites too: it knows no cookies.
  const api = await fetch(`${demo.baseUrl}/v1/me`, {
    headers: { origin: "https://other.example", "x-api-key": demo.apiKeys.user.key },
  });
  expect(api.status).toBe(200);
});
