/** Input that no form sends but any client can. As bytes, because most of it is no valid text. */
const text = (value: string): Buffer => Buffer.from(value);

export const HOSTILE_BYTES: Readonly<Record<string, Buffer>> = {
  empty: text(""),
  blanks: text(" \t "),
  "a NUL": text("a\u0000b@nowhere.test"),
  "only a NUL": text("\u0000"),
  "a lone surrogate": Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x40, 0x62]),
  "bytes that are no UTF-8": Buffer.from([0x61, 0xff, 0xfe, 0xc0, 0xaf]),
  "control characters": text("a\r\nSet-Cookie: a=b\u0001\u007f\u0085"),
  "right-to-left marks": text("\u202ea@nowhere.test\u2066"),
  "characters outside Latin-1": text("/日本語\u{1f511}"),
  "an encoded NUL": text("/%00%ED%A0%80%"),
  "a prototype": text("__proto__"),
  "an operator": text('{"$ne":""}'),
  "a reference": text("$@1"),
  "another origin": text("//nowhere.test/\\"),
  "a scheme": text("javascript:alert(1)"),
  "an address that cannot be parsed": text("http://[::1"),
  "5,000 characters": text("a".repeat(5_000)),
};

export const HOSTILE_JSON: readonly unknown[] = [
  null,
  true,
  1e308,
  [],
  {},
  [[["a"]]],
  { toString: 1, __proto__: null },
  "a\u0000b",
  "\ud800",
  "a".repeat(5_000),
];

/** Bytes encoded for a URL or a form. */
export function percentEncode(value: Buffer): string {
  return [...value].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

export function writeMultipart(fields: readonly (readonly [name: string, value: Buffer | string])[]) {
  const boundary = "----hostile-input-boundary";
  const parts = fields.flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(value),
    Buffer.from("\r\n"),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Uint8Array.from(Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])),
  };
}

/** The fields of each form of a page, as a browser without JavaScript would send them. */
export function readForms(html: string): [name: string, value: string][][] {
  return [...html.matchAll(/<form\b[^>]*>(.*?)<\/form>/gs)].map(([, inner = ""]) =>
    [...inner.matchAll(/<(?:input|button)\b[^>]*>/g)].flatMap(([tag]): [string, string][] => {
      const read = (attribute: string) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1];
      const name = read("name");
      return name === undefined ? [] : [[name, decodeEntities(read("value") ?? "")]];
    }),
  );
}

function decodeEntities(value: string): string {
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
