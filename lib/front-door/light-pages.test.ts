import { expect, test } from "vitest";
import { isLightPath, ScriptFilter } from "./light-pages";

const PAGE =
  '<!DOCTYPE html><html lang="ja"><head><link rel="stylesheet" href="/a.css" nonce="n"/>' +
  '<link rel="preload" as="script" href="/a.js"/><script src="/b.js" async=""></script><title>鍵 &lt;script</title></head>' +
  '<body><p>本文 a < b</p><noscript>Needs a script.</noscript><script nonce="n">self.__next_f.push([1,"\\u003cp>"])</script>' +
  "<p>end</p></body></html><script>late()</script>";
const LIGHT =
  '<!DOCTYPE html><html lang="ja"><head><link rel="stylesheet" href="/a.css" nonce="n"/><title>鍵 &lt;script</title>' +
  '<script type="module" src="/own.js" nonce="n"></script></head>' +
  "<body><p>本文 a < b</p><noscript>Needs a script.</noscript><p>end</p></body></html>";

function filterPage(page: string, chunkBytes: number): string {
  const filter = new ScriptFilter("/own.js", "n");
  const bytes = Buffer.from(page);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) parts.push(filter.push(bytes.subarray(at, at + chunkBytes)));
  return Buffer.concat([...parts, filter.end()]).toString();
}

test("takes out every script and its preload, and puts in our own, wherever the page is cut", () => {
  for (let chunkBytes = 1; chunkBytes <= PAGE.length; chunkBytes += 1) expect(filterPage(PAGE, chunkBytes)).toBe(LIGHT);
});

test.each([
  ["/", true],
  ["/docs", true],
  ["/status", true],
  ["/status.json", false],
  ["/docs/reference/listRooms", true],
  ["/oauth/consent", true],
  ["/oauth/consent/decision", false],
  ["/docsx", false],
  ["/login", false],
  ["/settings/developer/webhooks", false],
])("%s is a light page: %s", (path, isLight) => {
  expect(isLightPath(path)).toBe(isLight);
});
