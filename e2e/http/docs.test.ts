import { expect, test } from "vitest";
import { useDemo } from "../support/scenes/demo";

const { baseUrl } = useDemo();

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${baseUrl}${path}`, { headers });

test("every link of llms.txt leads to Markdown that a cache may keep", async () => {
  const index = await get("/llms.txt");
  expect(index.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const links = [...(await index.text()).matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(30);
  for (const link of links) {
    const response = await get(new URL(link).pathname);
    const facts = [link, response.status, response.headers.get("content-type"), response.headers.get("cache-control")];
    expect(facts).toEqual([link, 200, "text/markdown; charset=utf-8", "public, max-age=300"]);
    expect(await response.text()).toMatch(/^# \S/);
  }
  const full = await (await get("/llms-full.txt")).text();
  expect(full.match(/^# \S/gm)?.length).toBeGreaterThanOrEqual(links.length);
});

test("the URL alone decides the language of a Markdown file", async () => {
  const path = "/docs/errors/not_found.md";
  const english = await (await get(path, { "accept-language": "ja", cookie: "svc_locale=ja" })).text();
  const japanese = await (await get(`${path}?lang=ja`, { "accept-language": "en" })).text();
  expect(english).toContain("## What to do");
  expect(japanese).toContain("## 対処");
  expect(japanese).toContain("/docs/reference/");
});

test("a Markdown file that does not exist is 404, and names the nearest and where all are", async () => {
  expect(await (await get("/docs/webhoks.md")).text()).toContain("/docs/webhooks.md)");
  for (const path of ["/docs/nothing.md", "/docs/errors/nothing.md", "/docs/a/b/c.md"]) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain("/llms.txt");
  }
});

test("a page names its Markdown file, and a missing page is 404 within the frame", async () => {
  const page = await (await get("/docs/errors/forbidden")).text();
  expect(page).toMatch(/<link rel="alternate" type="text\/markdown" href="[^"]*\/docs\/errors\/forbidden\.md"/);
  const missing = await get("/docs/errors/nothing");
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("/docs/search");
});

test("the search index is kept for good under its own name only", async () => {
  const page = await (await get("/docs/errors")).text();
  const [, name = ""] = /search-index\/(en-[0-9a-f]{16}\.json)/.exec(page) ?? [];
  const current = await get(`/docs/search-index/${name}`);
  expect(current.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const old = await get("/docs/search-index/en-0000000000000000.json");
  expect([old.status, old.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await old.json()).toEqual(await current.json());
  expect((await get("/docs/search-index/xx-1.json")).status).toBe(404);
});

test("search works without JavaScript", async () => {
  const page = await (await get("/docs/search?q=version+conflict")).text();
  expect(page).toContain('href="/docs/errors/version_conflict"');
  const japanese = await (
    await get(`/docs/search?q=${encodeURIComponent("失効")}`, { "accept-language": "ja" })
  ).text();
  expect(japanese).toContain('href="/docs/errors/revoked_api_key"');
  expect((await get(`/docs/search?q=${"x".repeat(2_000)}`)).status).toBe(200);
});

test.each([
  ["/docs", "Guides", "/docs/quickstart"],
  ["/docs/limits", "Guides", "/docs/operating"],
  ["/docs/reference/listRooms", "API", "/docs/errors/forbidden"],
  ["/docs/errors/forbidden", "API", "/docs/reference"],
  ["/docs/webhooks", "Events", "/docs/event-catalog"],
  ["/docs/versions", "Changelog", "/docs/changelog"],
  ["/docs/search", null, "/docs/quickstart"],
])("%s is in the tab %s, beside the pages of that tab alone", async (path, tab, neighbour) => {
  const page = await (await get(path)).text();
  const [tabs = "", list = ""] = page.match(/<nav[\s\S]*?<\/nav>/g) ?? [];
  const current = [...tabs.matchAll(/<a(?=[^>]*aria-current)[^>]*>([^<]+)</g)].map(([, title]) => title);
  expect(current).toEqual(tab === null ? [] : [tab]);
  expect(tabs.match(/<a /g)).toHaveLength(4);
  expect(list).toContain(`href="${neighbour}"`);
  const [guide, operation] = ["/docs/quickstart", "/docs/reference/listRooms"].map((link) =>
    list.includes(`href="${link}"`),
  );
  expect([guide, operation]).toEqual([tab === null || tab === "Guides", tab === "API"]);
});

test.each(["/docs/webhoks", "/docs/errors/webhoks", "/docs/reference/listRoom"])(
  "%s is 404, names the three nearest pages and says nothing of access",
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(await answer.text()) ?? [];
    expect(main).toMatch(/<h1[^>]*>There is no such page<\/h1>/);
    const near = [...main.matchAll(/<li[^>]*>.*?href="([^"]+)"/g)].map(([, href]) => href);
    expect(near).toHaveLength(3);
    expect(near[0]).toMatch(/^\/docs\/(?:webhooks|errors\/webhook_inactive|reference\/listRooms)$/);
    expect(main).not.toContain("access to it");
  },
);

test("the chosen language of code holds for guides and reference", async () => {
  const chosenOf = async (path: string, language: string) => {
    const page = await (await get(path, { cookie: `svc_code_language=${language}` })).text();
    const radios = (page.match(/<input[^>]*data-language[^>]*>/g) ?? []).filter((radio) => /\bchecked\b/.test(radio));
    return radios.map((radio) => /data-language="(\w+)"/.exec(radio)?.[1]);
  };
  expect(await chosenOf("/docs/webhooks", "python")).toEqual(["python"]);
  expect(await chosenOf("/docs/reference/createTask", "python")).toEqual(["python"]);
  expect(await chosenOf("/docs/reference/createTask", "ruby")).toEqual(["curl"]);
  expect(await chosenOf("/docs/webhooks", "<x>")).toEqual(["typescript"]);
});
