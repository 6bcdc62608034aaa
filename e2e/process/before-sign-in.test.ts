import { afterAll, beforeAll, expect, test } from "vitest";
import type { Manifest } from "../../prisma/seed/manifest";
import {
  HOSTILE_BYTES,
  HOSTILE_JSON,
  percentEncode,
  readForms,
  writeMultipart,
} from "../support/attacks/hostile-inputs";
import { authorizeQuery, makePkce, openConsent, openCsrf, openSession } from "../support/browser/oauth-flow";
import { readManifest } from "../support/scenes/manifest";
import { IS_NIGHT } from "../support/scenes/night";
import { makePerson } from "../support/scenes/people";
import { type Service, startService } from "../support/service";
import { buildGet, forEachHostileValue, type HostileRequest, listFaults, sendHostile } from "./hostile-requests";

/** Every endpoint that serves a browser before sign-in, with input that no browser sends: never a 5xx. */
let service: Service;
let demo: Manifest;

beforeAll(async () => {
  service = await startService({
    env: { SVC_TRUSTED_PROXIES: "1", GITHUB_CLIENT_ID: "github-app", GITHUB_CLIENT_SECRET: "github-secret" },
  });
  demo = readManifest(service.manifestFile);
});
afterAll(() => service.stop());

/** Requests of one test. A prime step spreads them over every path and value. */
const MOST = IS_NIGHT ? Number.POSITIVE_INFINITY : 140;
const STEP = 7919;

function pickSome(requests: readonly HostileRequest[]): HostileRequest[] {
  return requests.filter((_, index) => (index * STEP) % requests.length < MOST);
}

const AUTH_ACTIONS = [
  "signin",
  "signout",
  "error",
  "session",
  "csrf",
  "providers",
  "verify-request",
  "callback/github",
];

test("addresses of pages and of next-auth's endpoints", async () => {
  const requests = forEachHostileValue((value, name) => [
    ...["callbackUrl", "error", "signedOut"].map((key) => buildGet(`/login?${key}=${value}`, `/login ${key}: ${name}`)),
    ...["request", "problem"].map((key) =>
      buildGet(`/oauth/consent?${key}=${value}`, `/oauth/consent ${key}: ${name}`),
    ),
    ...["client_id", "redirect_uri", "scope", "state", "code_challenge", "resource"].map((key) => {
      const query = authorizeQuery(demo.oauthApps.public, makePkce().challenge, { [key]: undefined });
      return buildGet(`/oauth/authorize?${query}&${key}=${value}`, `/oauth/authorize ${key}: ${name}`);
    }),
    ...AUTH_ACTIONS.flatMap((action) =>
      ["callbackUrl", "error", "code", "state"].map((key) =>
        buildGet(`/api/auth/${action}?${key}=${value}`, `/api/auth/${action} ${key}: ${name}`),
      ),
    ),
    buildGet(`/api/auth/${value}`, `/api/auth/${name}`),
    buildGet(`/api/auth/error/${value}`, `/api/auth/error/${name}`),
    buildGet(`/api/auth/signin/${value}`, `/api/auth/signin/${name}`),
    buildGet(`/api/auth/callback/${value}?code=a`, `/api/auth/callback/${name}`),
    buildGet(`/api/auth/callback/credentials?code=${value}`, `/api/auth/callback/credentials: ${name}`),
    buildGet(`/settings/organizations/${value}`, `/settings/organizations/${name}`),
    buildGet(`/settings/account?session=${value}`, `/settings/account?session=${name}`),
  ]);
  expect(
    await listFaults(service.baseUrl, [
      ...pickSome(requests),
      buildGet("/api/auth", "/api/auth"),
      buildGet("/api/auth/a/b/c", "/api/auth/a/b/c"),
    ]),
  ).toEqual([]);
});

test("cookies", async () => {
  const names = [
    "svc-session",
    "svc-session.0",
    "svc-device",
    "svc_locale",
    "svc_theme",
    "next-auth.csrf-token",
    "svc-callback",
    "next-auth.state",
  ];
  const paths = ["/login", "/", "/settings/account", "/api/auth/session", "/api/auth/csrf", "/api/auth/signin"];
  const requests = forEachHostileValue((value, name) =>
    names.flatMap((cookie) =>
      paths.map((path) => buildGet(path, `${path} with cookie ${cookie}: ${name}`, { cookie: `${cookie}=${value}` })),
    ),
  );
  // A token of the right form, which no key of this service opens.
  const forged = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString("base64url")}..AAAAAAAAAAAAAAAA.AAAA.${"A".repeat(22)}`;
  requests.push(
    ...paths.map((path) => buildGet(path, `${path} with a forged session`, { cookie: `svc-session=${forged}` })),
  );
  expect(await listFaults(service.baseUrl, pickSome(requests))).toEqual([]);
});

const POSTED = ["signin", "signin/github", "callback/credentials", "callback/github", "signout", "session", "_log"];

test("bodies for next-auth's endpoints, with and without its token", async () => {
  const { cookie, csrfToken } = await openCsrf(service.baseUrl);
  const post = (
    action: string,
    label: string,
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
  ): HostileRequest => ({
    label: `POST /api/auth/${action} ${label}`,
    path: `/api/auth/${action}`,
    init: { method: "POST", headers: { cookie, "content-type": type }, body },
  });
  const FORM = "application/x-www-form-urlencoded";
  const JSON_TYPE = "application/json";
  const fields = { csrfToken, email: "a@nowhere.test", password: "wrong", callbackUrl: "/", json: "true" };
  const requests = POSTED.flatMap((action) => [
    ...Object.keys(fields).flatMap((key) => [
      ...Object.entries(HOSTILE_BYTES).map(([name, value]) => {
        const rest = new URLSearchParams(Object.entries(fields).filter(([other]) => other !== key));
        return post(action, `${key}: ${name}`, FORM, `${rest}&${key}=${percentEncode(value)}`);
      }),
      ...HOSTILE_JSON.map((value) =>
        post(
          action,
          `${key}: ${JSON.stringify(value).slice(0, 40)}`,
          JSON_TYPE,
          JSON.stringify({ ...fields, [key]: value }),
        ),
      ),
    ]),
    ...HOSTILE_JSON.map((value) =>
      post(action, `body ${JSON.stringify(value).slice(0, 40)}`, JSON_TYPE, JSON.stringify(value)),
    ),
    post(action, "broken JSON", JSON_TYPE, "{"),
    post(action, "no JSON", JSON_TYPE, ""),
    post(action, "JSON that is no UTF-8", JSON_TYPE, Uint8Array.of(0x22, 0xff, 0xfe, 0x22)),
    post(action, "level", JSON_TYPE, JSON.stringify({ level: "__proto__", code: { a: 1 } })),
    post(action, "a broken multipart form", "multipart/form-data; boundary=x", "--y\r\n"),
    post(action, "2 MB", FORM, `csrfToken=${csrfToken}&email=${"a".repeat(2_000_000)}`),
  ]);
  expect(await listFaults(service.baseUrl, pickSome(requests))).toEqual([]);
});

test("the forms of the sign-in page: signing in, language and appearance", async () => {
  const html = await (await fetch(`${service.baseUrl}/login?callbackUrl=/settings/account`)).text();
  const forms = readForms(html);
  expect(forms.flat().map(([name]) => name)).toEqual(expect.arrayContaining(["email", "password", "locale", "theme"]));
  const post = (label: string, fields: readonly (readonly [string, string | Buffer])[]): HostileRequest => {
    const { contentType, body } = writeMultipart(fields);
    return { label, path: "/login", init: { method: "POST", headers: { "content-type": contentType }, body } };
  };
  const filled = forms.map((fields) =>
    fields.map(([name, value]): [string, string] => [
      name,
      { email: "a@nowhere.test", password: "wrong" }[name] ?? value,
    ]),
  );
  // Next decodes its own `$ACTION` fields before any code of ours runs.
  const isOurs = ([name]: readonly [string, string]) => !name.startsWith("$ACTION");
  const requests = filled.flatMap((fields, form) => [
    ...fields.filter(isOurs).flatMap(([changed]) => [
      ...Object.entries(HOSTILE_BYTES).map(([name, value]) =>
        post(
          `form ${form}, ${changed}: ${name}`,
          fields.map(([field, kept]) => [field, field === changed ? value : kept]),
        ),
      ),
      post(
        `form ${form} without ${changed}`,
        fields.filter(([field]) => field !== changed),
      ),
      post(`form ${form} with ${changed} twice`, [...fields, [changed, "again"]]),
    ]),
    post(`form ${form} in reverse`, fields.toReversed()),
  ]);
  expect(await listFaults(service.baseUrl, pickSome(requests))).toEqual([]);
});

/** The id by which a script calls the action of each form. */
const readActionId = (fields: readonly (readonly [string, string])[]): string =>
  fields
    .map(([name, value]) => /^\$ACTION_ID_(\w+)$/.exec(name)?.[1] ?? /"id":"(\w+)"/.exec(value)?.[1])
    .find(Boolean) ?? "";

test("calls of the sign-in page's actions with arguments that are no form", async () => {
  const html = await (await fetch(`${service.baseUrl}/login`)).text();
  const ids = readForms(html).map(readActionId);
  expect(ids.every((id) => id.length > 30)).toBe(true);
  const requests = ids.flatMap((id) =>
    HOSTILE_JSON.flatMap((value) =>
      [[], [value], [value, value], [null, value]].map((args): HostileRequest => {
        const body = JSON.stringify(args);
        const headers = { "next-action": id, "content-type": "text/plain;charset=UTF-8" };
        return {
          label: `${id.slice(0, 9)} ${body.slice(0, 60)}`,
          path: "/login",
          init: { method: "POST", headers, body },
        };
      }),
    ),
  );
  expect(await listFaults(service.baseUrl, pickSome(requests))).toEqual([]);
});

test("the right password leads only to places that a header can hold", async () => {
  const [form = []] = readForms(await (await fetch(`${service.baseUrl}/login`)).text());
  const { email, password } = demo.users.owner;
  for (const [name, value] of Object.entries(HOSTILE_BYTES)) {
    const given = { email, password, callbackUrl: value };
    const { contentType, body } = writeMultipart(
      form.map(([field, kept]) => [field, given[field as keyof typeof given] ?? kept]),
    );
    const init = { method: "POST", headers: { "content-type": contentType }, body };
    const answer = await sendHostile(service.baseUrl, { label: name, path: "/login", init });
    expect([name, answer.status]).toEqual([name, 303]);
    expect(answer.headers.get("location")).toMatch(/^\/[\x21-\x7e]*$/);
  }
});

test("posts to pages that name no action, an unknown one, or arguments that cannot be read", async () => {
  const names = [
    "$ACTION_ID_",
    "$ACTION_REF_",
    "$ACTION_REF_1",
    "$ACTION_KEY",
    "$ACTION_1:0",
    `$ACTION_ID_${"0".repeat(42)}`,
  ];
  const requests = ["/login", "/", "/oauth/consent"].flatMap((path) => [
    ...names.flatMap((field) =>
      Object.entries(HOSTILE_BYTES).map(([name, value]): HostileRequest => {
        const { contentType, body } = writeMultipart([[field, value]]);
        const headers = { "content-type": contentType };
        return { label: `POST ${path} ${field}: ${name}`, path, init: { method: "POST", headers, body } };
      }),
    ),
    ...["x", "0".repeat(42), "a".repeat(2_000)].flatMap((action) =>
      ["[]", "{", '["$F1"]', '["$@9"]', "null"].map((body): HostileRequest => {
        const headers = { "next-action": action, "content-type": "text/plain;charset=UTF-8" };
        return {
          label: `POST ${path} as ${action.slice(0, 9)}: ${body}`,
          path,
          init: { method: "POST", headers, body },
        };
      }),
    ),
  ]);
  expect(await listFaults(service.baseUrl, pickSome(requests))).toEqual([]);
});

test("decisions on the consent screen, signed in and not", async () => {
  const cookie = await openSession(service.baseUrl, demo.users.owner);
  const { request, ticket, contexts } = await openConsent(
    service.baseUrl,
    authorizeQuery(demo.oauthApps.public, makePkce().challenge),
    cookie,
  );
  const fields = { request, ticket, context: contexts[0] ?? "", decision: "approve" };
  const requests = ["", cookie].flatMap((sent) =>
    Object.keys(fields).flatMap((key) =>
      Object.entries(HOSTILE_BYTES).map(([name, value]): HostileRequest => {
        const rest = new URLSearchParams(Object.entries(fields).filter(([other]) => other !== key));
        const headers = { cookie: sent, "content-type": "application/x-www-form-urlencoded" };
        const body = `${rest}&${key}=${percentEncode(value)}`;
        return { label: `${key}: ${name}`, path: "/oauth/consent/decision", init: { method: "POST", headers, body } };
      }),
    ),
  );
  expect(await listFaults(service.baseUrl, pickSome(requests))).toEqual([]);
});

interface Credentials {
  email: string;
  password: string;
}

async function enter({ email, password }: Credentials, address: string, device = "") {
  const { cookie, csrfToken } = await openCsrf(service.baseUrl);
  const answer = await fetch(`${service.baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `${cookie}; ${device}`, "x-forwarded-for": address },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  const set = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return {
    isIn: set.some((line) => /^svc-session=./.test(line)),
    device: set.find((line) => line.startsWith("svc-device=")) ?? "",
  };
}

test("guesses do not lock the owner out: sign-in works elsewhere, and on a known device behind the attacker's address", async () => {
  const owner = await makePerson(demo);
  const [home, attacker, office] = ["2001:db8:a::1", "203.0.113.7", "203.0.113.8"];
  const { isIn, device } = await enter(owner, home);
  expect([isIn, device.length > 60]).toEqual([true, true]);
  for (let guess = 0; guess < 12; guess += 1) await enter({ ...owner, password: `guess ${guess}` }, attacker);
  expect((await enter(owner, attacker)).isIn).toBe(false);
  expect((await enter(owner, office)).isIn).toBe(true);
  expect((await enter(owner, attacker, device)).isIn).toBe(true);
});
