import { afterAll, beforeAll, expect, test } from "vitest";
import type { Manifest } from "../../prisma/seed/manifest";
import { HOSTILE_BYTES, HOSTILE_JSON, percentEncode, readForms, writeMultipart } from "../support/hostile-inputs";
import { readManifest } from "../support/manifest";
import { authorizeQuery, makePkce, openConsent, openSession } from "../support/oauth-flow";
import { makePerson } from "../support/people";
import { type Service, startService } from "../support/service";

/** Everything that answers a browser before it is signed in, with input that no browser sends: never a 5xx. */
let service: Service;
let demo: Manifest;
let addresses = 0;

beforeAll(async () => {
  // Each request comes from an address of its own, so that limits do not answer in place of the code under test.
  service = await startService({
    env: { SVC_TRUSTED_PROXIES: "1", GITHUB_CLIENT_ID: "github-app", GITHUB_CLIENT_SECRET: "github-secret" },
  });
  demo = readManifest(service.manifestFile);
});
afterAll(() => service.stop());

const ASKED_AT_ONCE = 8;

interface Ask {
  what: string;
  path: string;
  init?: RequestInit;
}

async function ask({ path, init = {} }: Ask): Promise<Response> {
  addresses += 1;
  return fetch(service.baseUrl + path, {
    redirect: "manual",
    ...init,
    headers: { "x-forwarded-for": `192.0.2.${addresses % 250}`, ...init.headers },
  });
}

/** The requests that were answered with 5xx. */
async function listFaults(asks: readonly Ask[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...asks];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { status } = await ask(next).then(async (response) => {
        await response.arrayBuffer();
        return response;
      });
      if (status >= 500) faults.push(`${status} ${next.what}`);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
  return faults.toSorted();
}

const eachValue = (make: (encoded: string, name: string) => Ask[]): Ask[] =>
  Object.entries(HOSTILE_BYTES).flatMap(([name, value]) => make(percentEncode(value), name));

const get = (path: string, what: string, headers: Record<string, string> = {}): Ask => ({
  what: `GET ${what}`,
  path,
  init: { headers },
});

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
  const asks = eachValue((value, name) => [
    ...["callbackUrl", "error", "signedOut"].map((key) => get(`/login?${key}=${value}`, `/login ${key}: ${name}`)),
    ...["request", "problem"].map((key) => get(`/oauth/consent?${key}=${value}`, `/oauth/consent ${key}: ${name}`)),
    ...["client_id", "redirect_uri", "scope", "state", "code_challenge", "resource"].map((key) => {
      const query = authorizeQuery(demo.oauthApps.public, makePkce().challenge, { [key]: undefined });
      return get(`/oauth/authorize?${query}&${key}=${value}`, `/oauth/authorize ${key}: ${name}`);
    }),
    ...AUTH_ACTIONS.flatMap((action) =>
      ["callbackUrl", "error", "code", "state"].map((key) =>
        get(`/api/auth/${action}?${key}=${value}`, `/api/auth/${action} ${key}: ${name}`),
      ),
    ),
    get(`/api/auth/${value}`, `/api/auth/${name}`),
    get(`/api/auth/error/${value}`, `/api/auth/error/${name}`),
    get(`/api/auth/signin/${value}`, `/api/auth/signin/${name}`),
    get(`/api/auth/callback/${value}?code=a`, `/api/auth/callback/${name}`),
    get(`/api/auth/callback/credentials?code=${value}`, `/api/auth/callback/credentials: ${name}`),
    get(`/settings/organizations/${value}`, `/settings/organizations/${name}`),
    get(`/settings/account?session=${value}`, `/settings/account?session=${name}`),
  ]);
  expect(await listFaults([...asks, get("/api/auth", "/api/auth"), get("/api/auth/a/b/c", "/api/auth/a/b/c")])).toEqual(
    [],
  );
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
  const asks = eachValue((value, name) =>
    names.flatMap((cookie) =>
      paths.map((path) => get(path, `${path} with cookie ${cookie}: ${name}`, { cookie: `${cookie}=${value}` })),
    ),
  );
  // A token of the right form, which no key of this service opens.
  const forged = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString("base64url")}..AAAAAAAAAAAAAAAA.AAAA.${"A".repeat(22)}`;
  asks.push(...paths.map((path) => get(path, `${path} with a forged session`, { cookie: `svc-session=${forged}` })));
  expect(await listFaults(asks)).toEqual([]);
});

async function openCsrf(): Promise<{ cookie: string; csrfToken: string }> {
  const answer = await fetch(`${service.baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { cookie, csrfToken };
}

const POSTED = ["signin", "signin/github", "callback/credentials", "callback/github", "signout", "session", "_log"];

test("bodies for next-auth's endpoints, with and without its token", async () => {
  const { cookie, csrfToken } = await openCsrf();
  const post = (action: string, what: string, type: string, body: string | Uint8Array<ArrayBuffer>): Ask => ({
    what: `POST /api/auth/${action} ${what}`,
    path: `/api/auth/${action}`,
    init: { method: "POST", headers: { cookie, "content-type": type }, body },
  });
  const FORM = "application/x-www-form-urlencoded";
  const JSON_TYPE = "application/json";
  const fields = { csrfToken, email: "a@nowhere.test", password: "wrong", callbackUrl: "/", json: "true" };
  const asks = POSTED.flatMap((action) => [
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
  expect(await listFaults(asks)).toEqual([]);
});

test("the forms of the sign-in page: signing in, language and appearance", async () => {
  const html = await (await fetch(`${service.baseUrl}/login?callbackUrl=/settings/account`)).text();
  const forms = readForms(html);
  expect(forms.flat().map(([name]) => name)).toEqual(expect.arrayContaining(["email", "password", "locale", "theme"]));
  const post = (what: string, fields: readonly (readonly [string, string | Buffer])[]): Ask => {
    const { contentType, body } = writeMultipart(fields);
    return { what, path: "/login", init: { method: "POST", headers: { "content-type": contentType }, body } };
  };
  const filled = forms.map((fields) =>
    fields.map(([name, value]): [string, string] => [
      name,
      { email: "a@nowhere.test", password: "wrong" }[name] ?? value,
    ]),
  );
  // Next decodes its own `$ACTION` fields before any code of ours runs.
  const isOurs = ([name]: readonly [string, string]) => !name.startsWith("$ACTION");
  const asks = filled.flatMap((fields, form) => [
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
  expect(await listFaults(asks)).toEqual([]);
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
  const asks = ids.flatMap((id) =>
    HOSTILE_JSON.flatMap((value) =>
      [[], [value], [value, value], [null, value]].map((args): Ask => {
        const body = JSON.stringify(args);
        const headers = { "next-action": id, "content-type": "text/plain;charset=UTF-8" };
        return {
          what: `${id.slice(0, 9)} ${body.slice(0, 60)}`,
          path: "/login",
          init: { method: "POST", headers, body },
        };
      }),
    ),
  );
  expect(await listFaults(asks)).toEqual([]);
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
    const answer = await ask({ what: name, path: "/login", init });
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
  const asks = ["/login", "/", "/oauth/consent"].flatMap((path) => [
    ...names.flatMap((field) =>
      Object.entries(HOSTILE_BYTES).map(([name, value]): Ask => {
        const { contentType, body } = writeMultipart([[field, value]]);
        const headers = { "content-type": contentType };
        return { what: `POST ${path} ${field}: ${name}`, path, init: { method: "POST", headers, body } };
      }),
    ),
    ...["x", "0".repeat(42), "a".repeat(2_000)].flatMap((action) =>
      ["[]", "{", '["$F1"]', '["$@9"]', "null"].map((body): Ask => {
        const headers = { "next-action": action, "content-type": "text/plain;charset=UTF-8" };
        return {
          what: `POST ${path} as ${action.slice(0, 9)}: ${body}`,
          path,
          init: { method: "POST", headers, body },
        };
      }),
    ),
  ]);
  expect(await listFaults(asks)).toEqual([]);
});

test("decisions on the consent screen, signed in and not", async () => {
  const cookie = await openSession(service.baseUrl, demo.users.owner);
  const { request, ticket, contexts } = await openConsent(
    service.baseUrl,
    authorizeQuery(demo.oauthApps.public, makePkce().challenge),
    cookie,
  );
  const fields = { request, ticket, context: contexts[0] ?? "", decision: "approve" };
  const asks = ["", cookie].flatMap((sent) =>
    Object.keys(fields).flatMap((key) =>
      Object.entries(HOSTILE_BYTES).map(([name, value]): Ask => {
        const rest = new URLSearchParams(Object.entries(fields).filter(([other]) => other !== key));
        const headers = { cookie: sent, "content-type": "application/x-www-form-urlencoded" };
        const body = `${rest}&${key}=${percentEncode(value)}`;
        return { what: `${key}: ${name}`, path: "/oauth/consent/decision", init: { method: "POST", headers, body } };
      }),
    ),
  );
  expect(await listFaults(asks)).toEqual([]);
});

interface Credentials {
  email: string;
  password: string;
}

/** Whether someone at this address gets in, and the device cookie that they have afterwards. */
async function enter({ email, password }: Credentials, address: string, device = "") {
  const { cookie, csrfToken } = await openCsrf();
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

test("guesses keep nobody out: the owner signs in elsewhere, and on a known device even behind the attacker's address", async () => {
  const owner = await makePerson(demo);
  const [home, attacker, office] = ["2001:db8:a::1", "203.0.113.7", "203.0.113.8"];
  const { isIn, device } = await enter(owner, home);
  expect([isIn, device.length > 60]).toEqual([true, true]);
  for (let guess = 0; guess < 12; guess += 1) await enter({ ...owner, password: `guess ${guess}` }, attacker);
  expect((await enter(owner, attacker)).isIn).toBe(false);
  expect((await enter(owner, office)).isIn).toBe(true);
  expect((await enter(owner, attacker, device)).isIn).toBe(true);
});
