import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../platform/ids";
import { BACKEND_RETRY_AFTER_SECONDS } from "../platform/limits";
import {
  markActionBegun,
  markFailed,
  markLastVisited,
  markLocale,
  markMissing,
  markUnavailable,
} from "../platform/page-answer";
import { PageResponse } from "./page-response";
import { answerPage } from "./page-status";

const AREA = newId("org");
const USAGE = "/settings/developer/usage";

/** Takes Next's place: the path says what it does. */
const HANDLERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/undecodable": (response) => response.writeHead(500).end(),
  "/implicit": (response) => {
    response.statusCode = 500;
    response.end();
  },
  "/action-fails": (response) => {
    markActionBegun();
    response.writeHead(500).end();
  },
  "/missing": (response) => {
    markMissing();
    response.writeHead(200, { "content-type": "text/html" }).end("drawn");
  },
  "/away": (response) => {
    markUnavailable();
    response.writeHead(500).end();
  },
  // Next writes its empty page in parts.
  "/broken": (response) => {
    markFailed("1234");
    response.setHeader("x-first", "1");
    response.statusCode = 500;
    response.flushHeaders();
    response.write("empty");
    response.end();
  },
  "/no-frame?a=<b>": (response) => {
    markFailed("1234");
    response.setHeader("x-first", "1");
    response.writeHead(500).end("empty");
  },
  "//evil.example/": (response) => {
    markFailed("1234");
    response.writeHead(500).end("empty");
  },
  "/in-japanese": (response) => {
    markLocale("ja");
    markFailed("1234");
    response.writeHead(500).end("empty");
  },
  "/page-away": (response) => {
    markUnavailable();
    markFailed("1234");
    response.writeHead(500).end("empty");
  },
  "/action-unknown": (response) => {
    response.statusCode = 409;
    response.end("Server action not found.");
  },
  "/action-fails-with": (response) => {
    markActionBegun();
    markFailed("5678");
    response.writeHead(500).end("empty");
  },
  "/action-away": (response) => {
    markActionBegun();
    markUnavailable();
    response.writeHead(500).end("empty");
  },
  "/unsubscribe/one-click?link=forged": (response) => {
    response.writeHead(400).end("This link is not valid.");
  },
  "/there": (response) => response.writeHead(200).end(),
  "/room": (response) => {
    markLastVisited("room", "room_1");
    response.writeHead(200).end();
  },
  [`${USAGE}?area=${AREA}`]: (response) => response.writeHead(200).end(),
  [`${USAGE}?area=org_x`]: (response) => response.writeHead(200).end(),
  [`/there?area=${AREA}`]: (response) => response.writeHead(200).end(),
  "/api/upload": (response) => response.writeHead(500).end(),
};

const NONCE = "n0nce";

const server = createServer((request, response) => {
  const handle = async () => {
    await Promise.resolve();
    HANDLERS[decodeURI(request.url ?? "")]?.(response);
  };
  const page = new PageResponse(request, response, () => null);
  void answerPage(request, page, handle, request.headers["x-development"] === undefined ? NONCE : null);
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ACTION = { method: "POST", headers: { "next-action": "a" } };
const FORM = { method: "POST", headers: { "content-type": "multipart/form-data; boundary=x" } };

test.each([
  ["arguments that cannot be decoded are the caller's fault", "/undecodable", ACTION, 400],
  ["and so is a form without JavaScript", "/undecodable", FORM, 400],
  ["whichever way Next sets the status", "/implicit", ACTION, 400],
  ["an action that has begun and fails is the service's fault", "/action-fails", ACTION, 500],
  ["a page that fails is the service's fault", "/undecodable", {}, 500],
  ["a route handler that fails is the service's fault", "/api/upload", FORM, 500],
  ["a page that fails because the database is away may be asked for again", "/away", {}, 503],
  ["a page that draws that something is missing is a 404", "/missing", {}, 404],
  ["but not for Next's own fetch of page data", "/missing", { headers: { rsc: "1" } }, 200],
  ["every other answer keeps its status", "/there", ACTION, 200],
])("%s", async (_, path, init: RequestInit, status) => {
  const response = await fetch(url + path, init);
  expect(response.status).toBe(status);
  await response.text();
});

/** The page of the front door as its readers see it: status, heading, text, links. */
async function readFailure(path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, init);
  const html = await response.text();
  const links = [...html.matchAll(/<a[^>]* href="([^"]*)"/g)].map(([, href]) => href);
  return { status: response.status, headers: response.headers, html, links, title: /<h1>(.*)<\/h1>/.exec(html)?.[1] };
}

test("replaces a page that fails by one with its reference, also at the same time and in parts", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => readFailure("/broken")));
  for (const { status, headers, html } of answers) {
    expect([status, headers.get("x-first")]).toEqual([500, null]);
    expect(html).toContain("<code>1234</code>");
  }
  const data = await readFailure("/broken", { headers: { rsc: "1" } });
  expect([data.status, data.html]).toEqual([500, "empty"]);
});

test("a page that fails is a whole page with its reference and ways on", async () => {
  const { status, headers, html, links, title } = await readFailure("/no-frame?a=<b>");
  expect([status, title, headers.get("x-first")]).toEqual([500, "Something went wrong on our side", null]);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(html).toContain("<code>1234</code>");
  expect(html).toContain(`<style nonce="${NONCE}">`);
  expect(html).not.toContain("<script");
  expect(links).toEqual(["/no-frame?a=%3Cb%3E", "/", "/status"]);
});

test("writes a failure page in the account's language, else the reader's, and in the reader's theme", async () => {
  expect((await readFailure("/in-japanese")).html).toContain('<html lang="ja" dir="ltr">');
  const choices = { cookie: "a=b; svc_locale=ja; svc_theme=dark" };
  expect((await readFailure("/page-away", { headers: choices })).html).toContain(
    'lang="ja" dir="ltr" data-theme="dark"',
  );
  const asked = { "accept-language": "ja-JP,en;q=0.5", cookie: 'svc_theme="><script>; svc_locale=%22' };
  expect((await readFailure("/page-away", { headers: asked })).html).toContain('<html lang="ja" dir="ltr">');
});

test("never links a failure page to another site", async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ port, path: "//evil.example/" }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve(text));
    }).on("error", reject);
  });
  expect(answer).toContain("<code>1234</code>");
  expect(answer).not.toContain("evil");
});

test.each([
  ["has begun: nobody knows what was done", "/action-fails-with", 500, /tell whether the change was saved/],
  ["has begun while the database is away", "/action-away", 503, /tell whether the change was saved. Wait/],
  ["has not begun: nothing was changed", "/undecodable", 400, /Nothing was changed/],
  ["is of another build: nothing was changed", "/action-unknown", 409, /Nothing was changed/],
])("a form without JavaScript whose action %s", async (_, path, status, text) => {
  const form = await readFailure(path, FORM);
  expect([form.status, form.links[0]]).toEqual([status, path]);
  expect(form.html).toMatch(text);
  expect(form.html).toContain("Back to the form");
  expect(form.html.includes("<code>5678</code>")).toBe(status === 500);
  expect(form.headers.get("retry-after")).toBe(status === 503 ? String(BACKEND_RETRY_AFTER_SECONDS) : null);
  // Next's client draws the failure of its own calls.
  const called = await readFailure(path, ACTION);
  expect([called.status, called.title]).toEqual([status, undefined]);
});

test("a mail program that unsubscribes gets the words of that route", async () => {
  const answer = await readFailure("/unsubscribe/one-click?link=forged", FORM);
  expect([answer.status, answer.html]).toEqual([400, "This link is not valid."]);
});

test("keeps Next's own failure page in development", async () => {
  const { status, html } = await readFailure("/in-japanese", { headers: { "x-development": "1" } });
  expect([status, html]).toEqual([500, "empty"]);
});

test("keeps concurrent requests apart", async () => {
  const paths = Array.from({ length: 40 }, (_, n) => (n % 2 ? "/missing" : "/there"));
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
  expect(statuses).toEqual(paths.map((path) => (path === "/missing" ? 404 : 200)));
});

test("the browser remembers the area in a URL of the developer screens, if it can be one", async () => {
  const ask = async (path: string) => (await fetch(url + path)).headers.getSetCookie();
  expect(await ask(`${USAGE}?area=${AREA}`)).toEqual([expect.stringMatching(`^svc_last_area=${AREA};`)]);
  for (const path of [`${USAGE}?area=org_x`, `/there?area=${AREA}`]) expect(await ask(path)).toEqual([]);
  const sent = await fetch(`${url}${USAGE}?area=${AREA}`, { method: "POST" });
  expect(sent.headers.getSetCookie()).toEqual([]);
});

test("the browser remembers no area for a list that reloads itself", async () => {
  const path = `${USAGE}?area=${AREA}`;
  const ask = async (page: string) => {
    const headers = { rsc: "1", referer: url + page };
    return (await fetch(url + path, { headers })).headers.getSetCookie();
  };
  expect(await ask(path)).toEqual([]);
  expect(await ask(USAGE)).toHaveLength(1);
  expect(await ask("//[")).toHaveLength(1);
});

test("the browser remembers a place once, and not one that it only loads ahead", async () => {
  const ask = async (headers: Record<string, string> = {}) =>
    (await fetch(`${url}/room`, { headers })).headers.getSetCookie();
  expect(await ask()).toEqual(["svc_last_room=room_1; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"]);
  expect(await ask({ cookie: "svc_theme=dark; svc_last_room=room_1" })).toEqual([]);
  expect(await ask({ cookie: "svc_last_room=room_2" })).toHaveLength(1);
  expect(await ask({ "next-router-prefetch": "1" })).toEqual([]);
});
