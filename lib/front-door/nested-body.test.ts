import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BODY_DEPTH_MAX, PAGE_BODY_MAX_BYTES } from "../platform/page-limits";
import { isNested, readFlatBody } from "./nested-body";

const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const MULTIPART = "multipart/form-data; boundary=----x";
const part = (name: string, value: string, head = `Content-Disposition: form-data; name="${name}"`) =>
  `------x\r\n${head}\r\n\r\n${value}\r\n`;
const form = (...parts: string[]) => `${parts.join("")}------x--\r\n`;

describe("isNested", () => {
  test.each([
    ["arrays at the limit", "application/json", nest(BODY_DEPTH_MAX), false],
    ["arrays beyond it", "application/json", nest(BODY_DEPTH_MAX + 1), true],
    ["objects beyond it", "text/plain;charset=UTF-8", objects(BODY_DEPTH_MAX + 1), true],
    ["brackets within a string", "application/json", JSON.stringify([nest(1_000), 'a"', nest(1_000)]), false],
    ["brackets after a string that ends in an escape", "application/json", `["\\\\",${nest(BODY_DEPTH_MAX)}]`, true],
    ["many values side by side", "application/json", JSON.stringify(Array.from({ length: 5_000 }, () => [{}])), false],
    ["a value of an action", MULTIPART, form(part("0", nest(10_000))), true],
    ["a later value", MULTIPART, form(part("1_title", "x"), part("17", nest(10_000))), true],
    ["a value of a form without JavaScript", MULTIPART, form(part("$ACTION_1:0", nest(10_000))), true],
    ["a value under a name of the caller's", MULTIPART, form(part("$ACTION_abc:0", nest(10_000))), true],
    [
      "a head that no browser writes",
      MULTIPART,
      form(part("", nest(10_000), "Content-Disposition: form-data;name=0")),
      true,
    ],
    ["a quoted boundary", 'multipart/form-data; boundary="----x"', form(part("0", nest(10_000))), true],
    ["no boundary", "multipart/form-data", form(part("0", nest(10_000))), true],
    ["text that a person has typed", MULTIPART, form(part("body", nest(10_000)), part("1_body", nest(10_000))), false],
  ])("%s", (_, type, body, expected) => {
    expect(isNested(Buffer.from(body), type)).toBe(expected);
  });
});

describe("readFlatBody", () => {
  const server = createServer((request, response) => {
    void readFlatBody(request, request.url ?? "").then(async (flat) => {
      if (typeof flat === "string") response.end(flat);
      else response.end(`${flat.method} ${flat.headers["content-type"]} ${await text(flat)}`);
    });
  });
  beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
  afterAll(() => server.close());

  const post = (path: string, type: string, body: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const sent = send({ port, path, method: "POST", headers: { "content-type": type } }, (answer) =>
        resolve(text(answer)),
      );
      sent.on("error", reject).end(body);
    });

  test("hands a body on as it came", async () => {
    const body = form(part("0", '["$K1"]'), part("1_a", "é".repeat(100_000)));
    expect(await post("/login", MULTIPART, body)).toBe(`POST ${MULTIPART} ${body}`);
    expect(await post("/login", "text/plain", "")).toBe("POST text/plain ");
  });

  test("refuses what is too deep, and what is too large", async () => {
    expect(await post("/login", "text/plain", nest(10_000))).toBe("nested");
    expect(await post("/login", "text/plain", Buffer.alloc(PAGE_BODY_MAX_BYTES + 1))).toBe("large");
  });

  test("leaves the functions of Inngest, and forms without values, unread", async () => {
    expect(await post("/api/inngest", "application/json", nest(1_000))).toContain(nest(1_000));
    const plain = "application/x-www-form-urlencoded";
    expect(await post("/login", plain, nest(1_000))).toContain(nest(1_000));
  });
});
