import { expect, test } from "vitest";
import { useDemo } from "../support/scenes/demo";

const demo = useDemo();

async function readHead(path: string, headers: Record<string, string> = {}): Promise<Map<string, string>> {
  const html = await (await fetch(demo.baseUrl + path, { headers })).text();
  const head = html.slice(0, html.indexOf("</head>"));
  const read = (element: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`, "i").exec(element)?.[1];
  const named = (head.match(/<(?:meta|link)\b[^>]*>/g) ?? []).map((element): [string, string] => {
    const language = read(element, "hreflang");
    const name = read(element, "property") ?? read(element, "name") ?? read(element, "rel") ?? "";
    return [
      language === undefined ? name : `${name} ${language}`,
      read(element, "content") ?? read(element, "href") ?? "",
    ];
  });
  return new Map([...named, ["title", /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ""]]);
}

/** Width and height from the header chunk of a PNG. */
function readSize(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test.each([
  ["/", "Lintel · Rooms that software can work in"],
  ["/status", "Status · Lintel"],
  ["/docs", "Docs · Lintel"],
  ["/docs/quickstart", "Quickstart · Docs · Lintel"],
  ["/docs/reference/listRooms", "List rooms · API reference · Docs · Lintel"],
])("%s says what it is to search engines and to those who share it", async (path, title) => {
  const head = await readHead(path);
  const address = `${demo.baseUrl}${path === "/" ? "" : path}`;
  expect(head.get("title")).toBe(title);
  expect(head.get("description")?.length).toBeGreaterThan(20);
  expect(head.get("canonical")).toBe(address);
  expect(head.get("alternate en")).toBe(address);
  expect(head.get("alternate ja")).toBe(`${demo.baseUrl}${path}?lang=ja`);
  expect(head.get("alternate x-default")).toBe(address);
  expect(head.get("og:title")).toBe(title);
  expect(head.get("og:site_name")).toBe("Lintel");
  // Search engines must not list this instead of the real service.
  expect(head.get("robots")).toBe("noindex");
  const preview = await fetch((head.get("og:image") ?? "").replaceAll("&amp;", "&"));
  expect(preview.headers.get("content-type")).toBe("image/png");
  expect(readSize(Buffer.from(await preview.arrayBuffer()))).toEqual([1200, 630]);
});

test("an address asks for a language, and the reader's own choice wins", async () => {
  const asked = await readHead("/?lang=ja");
  expect(asked.get("title")).toBe("Lintel · ソフトウェアも一緒に働けるルーム");
  expect(asked.get("canonical")).toBe(`${demo.baseUrl}/?lang=ja`);
  const chosen = await readHead("/?lang=ja", { cookie: "svc_locale=en" });
  expect(chosen.get("title")).toBe("Lintel · Rooms that software can work in");
  const forged = await readHead("/", { "x-svc-asked-locale": "ja" });
  expect(forged.get("title")).toBe("Lintel · Rooms that software can work in");
});

test("icons and the manifest are there, each of its size", async () => {
  const head = await readHead("/login");
  for (const name of ["icon", "apple-touch-icon"]) expect(head.get(name)).toMatch(/^\/brand\//);
  const manifest = (await (await fetch(demo.baseUrl + (head.get("manifest") ?? ""))).json()) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.name).toBe("Lintel");
  expect(manifest.icons.length).toBeGreaterThan(2);
  for (const { src, sizes } of manifest.icons) {
    const answer = await fetch(demo.baseUrl + src);
    expect([src, answer.status]).toEqual([src, 200]);
    if (sizes === "any") expect(await answer.text()).toMatch(/^<svg /);
    else expect(readSize(Buffer.from(await answer.arrayBuffer())).join("x")).toBe(sizes);
  }
  const favicon = await fetch(`${demo.baseUrl}/favicon.ico`);
  expect(readSize(Buffer.from(await favicon.arrayBuffer()))).toEqual([32, 32]);
  expect((await fetch(`${demo.baseUrl}/brand/other.png`)).status).toBe(404);
});

test("every address of the sitemap is a page that calls itself so", async () => {
  const sitemap = await fetch(`${demo.baseUrl}/sitemap.xml`);
  expect(sitemap.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const places = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place = ""]) => place);
  expect(places.length).toBeGreaterThan(100);
  for (const place of places.filter((_, index) => index % 10 === 0)) {
    const { pathname, search } = new URL(place);
    const head = await readHead(pathname + search);
    expect([place, head.get("canonical")?.replace(/\/$/, "")]).toEqual([place, place.replace(/\/$/, "")]);
  }
  const robots = await (await fetch(`${demo.baseUrl}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${demo.baseUrl}/sitemap.xml`);
});

test("the status is public, cacheable and says no more than which part is up", async () => {
  const answer = await fetch(`${demo.baseUrl}/status.json`);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=10");
  expect(await answer.json()).toEqual({
    state: "up",
    parts: { database: "up", limitsBackend: "up", migrations: "up", background: "up" },
    checkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test("/changelog leads to the changelog", async () => {
  const answer = await fetch(`${demo.baseUrl}/changelog`, { redirect: "manual" });
  expect(answer.headers.get("location")).toBe("/docs/changelog");
});
