import { afterAll, beforeAll, expect, test } from "vitest";
import { readForms, writeMultipart } from "../support/attacks/hostile-inputs";
import { plantLayoutFailure } from "../support/attacks/layout-failure";
import { openSession } from "../support/browser/oauth-flow";
import { eventually } from "../support/scenes/eventually";
import { readManifest } from "../support/scenes/manifest";
import { type ServiceBesideCluster, startBesideCluster } from "./service-beside-cluster";

const ACCOUNT = "/settings/account";

const plant = plantLayoutFailure();
let service: ServiceBesideCluster;
let cookie: string;

beforeAll(async () => {
  service = await startBesideCluster(plant.env);
  cookie = await openSession(service.baseUrl, readManifest(service.manifestFile).users.owner);
});
afterAll(async () => {
  await service.remove();
  plant.remove();
});

async function read(path: string, init: RequestInit = {}) {
  const response = await fetch(service.baseUrl + path, init);
  const html = await response.text();
  const [title, reference] = [/<h1>(.*?)<\/h1>/.exec(html)?.[1], /<code>(.*?)<\/code>/.exec(html)?.[1]];
  return { status: response.status, retryAfter: response.headers.get("retry-after"), html, title, reference };
}

async function openProfileForm(): Promise<RequestInit> {
  const page = await (await fetch(service.baseUrl + ACCOUNT, { headers: { cookie } })).text();
  const fields = readForms(page).find((form) => form.some(([name]) => name === "sendsTranscripts")) ?? [];
  const { contentType, body } = writeMultipart([...fields, ["locale", "en"]]);
  const headers = { cookie, origin: service.baseUrl, "content-type": contentType };
  return { method: "POST", redirect: "manual", headers, body };
}

test.each([
  ["/docs", "en", "Something went wrong on our side"],
  ["/settings/developer", "en", "Something went wrong on our side"],
  ["/login", "ja", "サーバー側で問題が発生しました"],
])("an error of the root layout is a whole page with the log's reference: %s, %s", async (path, locale, title) => {
  const headers = { "accept-language": "fr", cookie: `svc_locale=${locale}; svc_theme=dark` };
  plant.arm();
  const failed = await read(path, { headers });
  expect(plant.isArmed()).toBe(false);
  expect(failed).toMatchObject({ status: 500, title, reference: expect.stringMatching(/^\d+$/) });
  expect(failed.html).toContain(`<html lang="${locale}" dir="ltr" data-theme="dark">`);
  expect(failed.html).toContain(`href="${path}"`);
  for (const inside of ["planted", "whsec_", "at ", "__next_error__"]) expect(failed.html).not.toContain(inside);
  await eventually(() => expect(service.readOutput()).toContain(`"digest":"${failed.reference}"`));
  expect(await read(path, { headers })).not.toMatchObject({ status: 500 });
});

test("a form that comes from before an update says that nothing was changed", async () => {
  const form = await openProfileForm();
  const body = Buffer.from(form.body as Uint8Array<ArrayBuffer>).toString("latin1");
  const elder = await read(ACCOUNT, {
    ...form,
    body: body.replace(/(\$ACTION_\w+?:?0?"?[\s\S]*?"id":")\w{6}/, "$1000000"),
  });
  expect(elder).toMatchObject({ status: 409, title: "This form could not be read" });
  expect(elder.html).toContain("Nothing was changed.");
});

test("while the database is away a page and a form say so, and whether anything was done", async () => {
  const form = await openProfileForm();
  expect(await read(ACCOUNT, form)).toMatchObject({ status: 200 });
  await service.stopCluster();
  const page = await read("/rooms", { headers: { cookie } });
  expect(page).toMatchObject({ status: 503, title: "This page cannot be shown right now" });
  expect(Number(page.retryAfter)).toBeGreaterThan(0);
  const sent = await read(ACCOUNT, form);
  expect(sent).toMatchObject({ status: 503, title: "The change could not be finished" });
  expect(sent.html).toContain("tell whether the change was saved");
  expect(sent.html).toContain(`href="${ACCOUNT}"`);
});
