import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemoDir, type Service, startService } from "../support/service";

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0b6e4f"/></svg>';

let dataDir: string;
let service: Service;

beforeAll(async () => {
  dataDir = makeDemoDir();
  const file = join(dataDir, "mark.svg");
  writeFileSync(file, MARK);
  service = await startService({
    dataDir,
    env: {
      SVC_BRAND_NAME: "会議の家",
      SVC_BRAND_TAGLINE: "Our <own> rooms",
      SVC_BRAND_COLOR: "#e8b000",
      SVC_BRAND_MARK: file,
    },
  });
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const read = async (path: string) => (await fetch(service.baseUrl + path)).text();

test("name, tagline, colour and mark of the operator are on every page", async () => {
  const home = await read("/");
  expect(home).toContain("<title>会議の家 · Our &lt;own&gt; rooms</title>");
  expect(home).toMatch(/<h1[^>]*>Our &lt;own&gt; rooms<\/h1>/);
  for (const path of ["/", "/login", "/status", "/docs", "/no-such-page"]) {
    const html = await read(path);
    expect(html).toMatch(/<html[^>]* style="--accent:light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)/);
    expect(html).toMatch(/<title>[^<]*会議の家/);
    expect(html).toMatch(/<img src="\/brand\/mark\.svg\?v=[0-9a-f]{8}"/);
    expect(html).not.toContain("Lintel");
  }
});

test("so they are in files for programs and on pages outside Next", async () => {
  expect(await read("/brand/mark.svg")).toBe(MARK);
  expect(await read("/llms.txt")).toContain("# 会議の家 developer API");
  expect(JSON.parse(await read("/manifest.webmanifest"))).toMatchObject({ name: "会議の家" });
  const untrusted = await read("/oauth/authorize?client_id=app_unknown");
  // It is shown when nothing else can be: so it asks for no file.
  expect(untrusted).toContain(`<img src="data:image/svg+xml,${encodeURIComponent(MARK)}"`);
  expect(untrusted).toMatch(/\.button\{background:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)\}/);
});

test("a name that the preview's font cannot write is left out, and nothing is fetched for it", async () => {
  const answer = await fetch(`${service.baseUrl}/brand/og.png`);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  expect(service.readOutput()).not.toMatch(/font|fetch/i);
});
