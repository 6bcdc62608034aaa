import { describe, expect, test } from "vitest";
import { countPixels } from "./picture-size";

const text = (value: string) => Buffer.from(value, "latin1");
const big = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >>> 8, value & 0xff]));
const big32 = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]);
const little24 = (value: number) => Buffer.from([value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff]);
const join = (...parts: Buffer[]) => Buffer.concat(parts);
const zeros = (length: number) => Buffer.alloc(length);

const ispe = (width: number, height: number) => join(big32(20), text("ispe"), zeros(4), big32(width), big32(height));

describe("countPixels", () => {
  test.each([
    ["PNG", join(text("\x89PNG\r\n\x1a\n"), big32(13), text("IHDR"), big32(50_000), big32(40_000)), 2_000_000_000],
    ["GIF", join(text("GIF89a"), Buffer.from([0x20, 0x03, 0x58, 0x02]), zeros(3)), 480_000],
    [
      "JPEG behind its notes",
      join(
        big(0xffd8, 0xffe1, 6),
        zeros(4),
        big(0xffff),
        Buffer.from([0xc2]),
        big(17),
        Buffer.from([8]),
        big(600, 800),
      ),
      480_000,
    ],
    ["WebP, extended", join(text("RIFF"), zeros(4), text("WEBPVP8X"), zeros(8), little24(799), little24(599)), 480_000],
    [
      "WebP, lossy",
      join(text("RIFF"), zeros(4), text("WEBPVP8 "), zeros(10), Buffer.from([0x20, 0x03, 0x58, 0x02])),
      480_000,
    ],
    [
      "WebP, lossless",
      join(text("RIFF"), zeros(4), text("WEBPVP8L"), zeros(4), Buffer.from([0x2f, 0x1f, 0xc3, 0x95, 0x00]), zeros(5)),
      480_000,
    ],
    ["AVIF of tiles", join(big32(24), text("ftypavif"), zeros(12), ispe(512, 512), ispe(9_000, 9_000)), 81_000_000],
    ["a bitmap", join(text("BM"), zeros(60)), null],
    ["a JPEG whose size is out of sight", join(big(0xffd8, 0xffe1, 0xffff), zeros(100)), null],
    ["nothing", zeros(0), null],
  ])("reads %s", (_, head, pixels) => {
    expect(countPixels(head)).toBe(pixels);
  });

  test("reads every beginning of a file without an error", () => {
    for (const start of [
      "\x89PNG\r\n\x1a\n",
      "GIF89a",
      "\xff\xd8\xff\xc0",
      "RIFF0000WEBPVP8L",
      "\0\0\0\x18ftypavifispe",
    ])
      for (let length = 0; length <= 64; length += 1)
        expect(() => countPixels(join(text(start), zeros(64)).subarray(0, length))).not.toThrow();
  });
});
