import { expect, test } from "vitest";
import { authorizeQuery, makePkce, openSession } from "../support/browser/oauth-flow";
import { listExcess, weighPage } from "../support/browser/page-weight";
import { useDemo } from "../support/scenes/demo";

const demo = useDemo();

async function findConsent(cookie: string): Promise<string> {
  const query = authorizeQuery(demo.oauthApps.public, makePkce().challenge);
  const answer = await fetch(`${demo.baseUrl}/oauth/authorize?${query}`, { headers: { cookie }, redirect: "manual" });
  const { pathname, search } = new URL(answer.headers.get("location") ?? "", demo.baseUrl);
  return pathname + search;
}

test.each([
  "/",
  "/status",
  "/docs",
  "/docs/quickstart",
  "/docs/errors",
  "/docs/errors/forbidden",
  "/docs/events",
  "/docs/event-catalog",
  "/docs/webhooks",
  "/docs/search?q=key",
  "/docs/reference",
  "/docs/reference/createTask",
  "/docs/no-such-page",
])("%s is whole without Next's client and within its budget", async (path) => {
  const weight = await weighPage(demo.baseUrl, path);
  const { status, html, scripts, fontBytes } = weight;
  expect(status).toBe(path.endsWith("no-such-page") ? 404 : 200);
  expect(html).toMatch(/<h1\b[\s\S]*<\/html>/);
  expect(html).toMatch(/<title>[^<]+<\/title>[\s\S]*<\/head>/);
  expect(html).not.toContain("__next_f");
  expect(scripts).toEqual([expect.stringMatching(/^\/_next\/static\/light\/entry-\w+\.js$/)]);
  expect(listExcess(path, weight)).toEqual([]);
  expect(fontBytes).toBeGreaterThan(0);
});

test("the consent screen is as light", async () => {
  const cookie = await openSession(demo.baseUrl, demo.users.owner);
  const path = await findConsent(cookie);
  const weight = await weighPage(demo.baseUrl, path, cookie);
  const { status, html, scripts } = weight;
  expect(status).toBe(200);
  expect(html).toContain('name="decision"');
  expect(scripts).toHaveLength(1);
  expect(listExcess(path, weight)).toEqual([]);
});

test("pages and files come by Brotli, by gzip or as they are, and files of the build may be kept for good", async () => {
  const { scripts } = await weighPage(demo.baseUrl, "/docs");
  for (const [path, isFile] of [
    ["/docs", false],
    ["/login", false],
    [scripts[0] ?? "", true],
  ] as const) {
    const ask = (encoding: string) => fetch(demo.baseUrl + path, { headers: { "accept-encoding": encoding } });
    const [brotli, gzip, plain] = [await ask("gzip, br"), await ask("gzip"), await ask("identity")];
    const bodies = await Promise.all([brotli, gzip, plain].map((answer) => answer.text()));
    const [brotliEncoding, gzipEncoding, plainEncoding] = [brotli, gzip, plain].map(({ headers }) =>
      headers.get("content-encoding"),
    );
    expect([path, brotliEncoding, gzipEncoding, plainEncoding]).toEqual([path, "br", "gzip", null]);
    for (const { headers } of [brotli, gzip, plain]) expect(headers.get("vary")).toMatch(/accept-encoding/i);
    if (!isFile) continue;
    expect(new Set(bodies).size).toBe(1);
    expect(brotli.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(brotli.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  }
});

test("Next's client is told to load a light page as a whole", async () => {
  const answer = await fetch(`${demo.baseUrl}/docs`, { headers: { rsc: "1" } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([204, null]);
});
