import { describe, expect, it } from "vitest";
import { readDevice } from "./user-agent";

describe("a user agent in words", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox", "Windows"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
      "Edge",
      "Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
      "Safari",
      "macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
      "Chrome",
      "iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
      "Chrome",
      "Android",
    ],
    ["curl/8.5.0", "curl 8.5", null],
    ["node-fetch/1.0 (+https://github.com/bitinn/node-fetch)", "node-fetch 1.0", null],
    ["digest-worker/2.3 (Linux; node)", "digest-worker 2.3", "Linux"],
    ["undici", "undici", null],
    ["Mozilla/5.0", "Mozilla/5.0", null],
    ["<script>alert(1)</script>", "<script>alert(1)</script>", null],
    [`x${"y".repeat(500)}`, `x${"y".repeat(40)}`, null],
  ])("%s", (raw, program, system) => {
    expect(readDevice(raw)).toEqual({ program, system, raw });
  });

  it.each([null, "", "  "])("is none when %j came", (raw) => {
    expect(readDevice(raw)).toBeNull();
  });
});
