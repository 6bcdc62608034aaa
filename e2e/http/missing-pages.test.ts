import { beforeAll, describe, expect, test } from "vitest";
import { type IdPrefix, newId } from "../../lib/platform/ids";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";

/** Pages about something that is not there, as a browser without JavaScript gets them. */
const demo = useDemo();
const general = `/rooms/${demo.rooms.general.id}`;
const developer = "/settings/developer";
const [owner, admin] = ["owner", "admin"] as const;
let cookies: Readonly<Record<"owner" | "admin", string>>;

beforeAll(async () => {
  const open = (person: "owner" | "admin") => openSession(demo.baseUrl, demo.users[person]);
  cookies = { owner: await open("owner"), admin: await open("admin") };
});

async function read(path: string, as: "owner" | "admin", headers: Record<string, string> = {}) {
  const response = await fetch(demo.baseUrl + path, {
    headers: { cookie: cookies[as], ...headers },
    redirect: "manual",
  });
  return { status: response.status, html: await response.text() };
}

const missing = (prefix: IdPrefix) => newId(prefix);

describe("are rendered on the server, within the frame, and name the missing thing", () => {
  test.each([
    [`/rooms/${missing("room")}`, "Room not found", owner],
    [`/rooms/${demo.rooms.foreign.id}`, "Room not found", owner],
    [`/rooms/${missing("room")}/tasks`, "Room not found", owner],
    [`${general}/tasks/${missing("task")}`, "Task not found", owner],
    [`${general}/tasks/none`, "Task not found", owner],
    [`${general}/records/${missing("rec")}`, "Record not found", owner],
    [`${general}/records/${missing("rec")}/edit`, "Record not found", owner],
    [`${general}/records/${demo.records.draft.id}/versions/99`, "Version of this record not found", owner],
    [`${general}/members/${missing("usr")}`, "Person not found in this room", owner],
    [`${general}/files/${missing("file")}`, "File not found", owner],
    [`${general}/nothing`, "Room page not found", owner],
    [`/rooms/${demo.rooms.dm.id}/tasks`, "Room page not found", owner],
    [`/settings/nothing`, "Settings page not found", owner],
    [`${developer}/webhooks/a/b/c/d`, "Settings page not found", owner],
    [`${developer}/nothing`, "Settings page not found", owner],
    [`${developer}/api-keys/${missing("key")}`, "API key not found", owner],
    [`${developer}/webhooks/${missing("wh")}`, "Webhook not found", owner],
    [`${developer}/webhooks/${demo.webhooks.v2.id}/attempts/${missing("whd")}`, "Delivery attempt not found", owner],
    [`${developer}/connectors/${missing("conn")}`, "Connector not found", owner],
    [`${developer}/agent-runs/${missing("run")}`, "Agent run not found", owner],
    [`${developer}/authorized-apps/${missing("grant")}`, "Authorized app not found", owner],
    [`/settings/organizations/${missing("org")}`, "Organization not found", owner],
    [`/settings/admin/oauth-apps/${missing("app")}`, "OAuth app not found", admin],
    ["/settings/admin/oauth-apps", "Page not found", owner],
  ] as const)("%s: %s", async (path, title, as) => {
    const { status, html } = await read(path, as);
    const drawn = html.replaceAll(/<script[\s\S]*?<\/script>/g, "");
    expect(status).toBe(404);
    expect(drawn).toMatch(new RegExp(`<h[12][^>]*>${title}</h[12]>`));
    // The frame: its skip link, and the navigation.
    expect(drawn).toContain('href="#content"');
    expect(drawn).toContain("<nav");
  });
});

test("Next's own fetch of page data is no 404, which would load the whole page again", async () => {
  expect((await read(`${general}/tasks/${missing("task")}`, owner, { rsc: "1" })).status).toBeLessThan(400);
});

test("an address that no page has at all is within the frame of the pages for everyone, and leads a visitor on", async () => {
  const response = await fetch(`${demo.baseUrl}/nothing`);
  const drawn = (await response.text()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
  expect(response.status).toBe(404);
  expect(drawn).toMatch(/<title>Page not found[^<]*<\/title>/);
  expect(drawn).toMatch(/<h1[^>]*>Page not found<\/h1>/);
  expect(drawn).toMatch(/href="\/"[^>]*>Go to the start page</);
  for (const path of ["#content", "/docs", "/docs/reference", "/login"]) expect(drawn).toContain(`href="${path}"`);
});
