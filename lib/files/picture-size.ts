/** A browser needs four bytes of memory for each pixel, however small the file is. Phones make up to 50 million. */
export const PICTURE_PIXELS_MAX = 64_000_000;
export const PICTURE_HEAD_BYTES = 256 * 1024;

export function countPixels(head: Buffer): number | null {
  for (const read of [readPng, readGif, readJpeg, readWebp, readAvif]) {
    const size = read(head);
    if (size !== null) return size[0] * size[1];
  }
  return null;
}

type Size = readonly [width: number, height: number];

function textAt(head: Buffer, at: number, length: number): string {
  return head.toString("latin1", at, at + length);
}

function readPng(head: Buffer): Size | null {
  if (head.length < 24 || textAt(head, 0, 8) !== "\x89PNG\r\n\x1a\n" || textAt(head, 12, 4) !== "IHDR") return null;
  return [head.readUInt32BE(16), head.readUInt32BE(20)];
}

function readGif(head: Buffer): Size | null {
  if (head.length < 13 || !/^GIF8[79]a$/.test(textAt(head, 0, 6))) return null;
  return [head.readUInt16LE(6), head.readUInt16LE(8)];
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(head: Buffer): Size | null {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= head.length; ) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1] ?? 0;
    if (isFrame(marker)) return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)];
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(head: Buffer): Size | null {
  if (head.length < 30 || textAt(head, 0, 4) !== "RIFF" || textAt(head, 8, 4) !== "WEBP") return null;
  switch (textAt(head, 12, 4)) {
    case "VP8X":
      return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
    case "VP8 ":
      return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff];
    case "VP8L": {
      const bits = head.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    default:
      return null;
  }
}

function readAvif(head: Buffer): Size | null {
  if (textAt(head, 4, 4) !== "ftyp" || !/avi[fs]/.test(textAt(head, 8, 64))) return null;
  let largest: Size | null = null;
  for (let at = head.indexOf("ispe"); at !== -1 && at + 16 <= head.length; at = head.indexOf("ispe", at + 4)) {
    const size = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)] as const;
    if (largest === null || size[0] * size[1] > largest[0] * largest[1]) largest = size;
  }
  return largest;
}
