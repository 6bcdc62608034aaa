import pg from "pg";
import { describe, expect, test } from "vitest";
import { CHOICE, useClientScene } from "../../../e2e/support/scenes/client-scene";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { countWaiting } from "../../../e2e/support/scenes/watched-database";
import { openAdministration } from "../../access/open-administration";
import { CLIENT_REQUESTS_PER_PERSON_MAX } from "../../platform/client-document-limits";
import { AppError } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { readApp } from "../apps/apps-query";
import { deactivateApp, reactivateApp } from "../apps/deactivate-app";
import { editApp } from "../apps/edit-app";
import { findClient } from "../server/find-client";
import { approveClient, refuseClient } from "./decide-client";
import { findClientIdFor, listClients, readClientRow, readClientStates } from "./queries";
import { readForApproval } from "./read-client-document";
import { requestClient } from "./request-client";

const { database, world, publisher, makeClient, makeAdmin, approve, authorize } = useClientScene();

const stateFor = async (userId: string, url: string) => (await readClientStates(userId, [url])).get(url)?.state;
const problemOf = (error: unknown) =>
  error instanceof AppError
    ? ((error.details?.["issues"] as { message: string }[] | undefined)?.[0]?.message ?? error.code)
    : error;

describe("an unknown URL", () => {
  test("is refused without a fetch, also when a person asks for it", async () => {
    const client = makeClient();
    const [asking, other] = [await world.user(), await world.user()];
    expect(await authorize(client.url)).toBe("client_unapproved");
    expect(await requestClient(asking.id, client.url)).toBe("asked");
    expect(await requestClient(asking.id, client.url)).toBe("asked");
    expect([await stateFor(asking.id, client.url), await stateFor(other.id, client.url)]).toEqual(["asked", "waiting"]);
    expect(await authorize(client.url)).toBe("client_unapproved");
    expect(client.countFetches()).toBe(0);
    const row = (await listClients(await makeAdmin())).waiting.find(({ url }) => url === client.url);
    expect(row).toMatchObject({ requestCount: 1, found: null, requests: [{ email: asking.email }] });
  });

  test("has a limit of requests a person, also for concurrent ones", async () => {
    const { id } = await world.user();
    const urls = Array.from({ length: CLIENT_REQUESTS_PER_PERSON_MAX + 5 }, () => makeClient().url);
    const results = await Promise.all(urls.map((url) => requestClient(id, url).catch(problemOf)));
    expect(results.filter((result) => result === "asked")).toHaveLength(CLIENT_REQUESTS_PER_PERSON_MAX);
    expect(new Set(results)).toEqual(new Set(["asked", "client_requests_own"]));
  });

  test("gets no row when it is no valid client id", async () => {
    const { id } = await world.user();
    expect(await requestClient(id, "https://client.example/c?x").catch(problemOf)).toBe("client_url_query");
    expect(await readForApproval(await makeAdmin(), "http://client.example/c").catch(problemOf)).toBe(
      "client_url_https",
    );
  });
});

describe("an administrator's decision", () => {
  test("turns the document into an app whose client id is its URL", async () => {
    const client = makeClient();
    const asking = await world.user();
    await requestClient(asking.id, client.url);
    const { admin, appId } = await approve(client.url);
    expect((await readApp(admin, appId)).app).toMatchObject({
      clientId: client.url,
      name: "Robot",
      developerName: "client.example",
      websiteUrl: "https://client.example/about",
      clientType: "public",
      actorType: "agent",
      allowedScopes: CHOICE.allowedScopes,
      redirectUris: ["http://127.0.0.1/callback", "http://127.0.0.1:8123/callback", "https://robot.example/callback"],
    });
    expect(await findClient(client.url)).toMatchObject({ isConfidential: false, isAgent: true });
    expect(await stateFor(asking.id, client.url)).toBe("approved");
    expect(await authorize(client.url)).toBe("valid");
    expect(await authorize(client.url, "http://127.0.0.1:8123/callback")).toBe("valid");
    expect(await authorize(client.url, "http://127.0.0.1:8124/callback")).toBe("redirect_unknown");
    expect(await requestClient(asking.id, client.url)).toBe("approved");
    expect(client.countFetches()).toBe(1);
    expect(await findClientIdFor("https://robot.example/callback")).toBeNull();
  });

  test("is refused to anyone but administrators", async () => {
    const { id } = await world.user();
    await expect(openAdministration(id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is refused for a version that was not shown", async () => {
    const client = makeClient();
    const admin = await makeAdmin();
    const id = await readForApproval(admin, client.url);
    const { seen } = await readClientRow(admin, id);
    client.publish({ client_name: "Your bank" });
    await readForApproval(admin, client.url);
    expect(await approveClient(admin, id, { seen, ...CHOICE })).toEqual({ kind: "stale" });
    expect(await authorize(client.url)).toBe("client_unapproved");
  });

  test("requires a port where the document leaves it open, and known scopes", async () => {
    const client = makeClient();
    const admin = await makeAdmin();
    const id = await readForApproval(admin, client.url);
    const { seen } = await readClientRow(admin, id);
    const refusals = [{ callbackPort: "" }, { callbackPort: "80" }, { allowedScopes: [] }, { actorType: "app" }].map(
      (change) => approveClient(admin, id, { seen, ...CHOICE, ...change }).catch(problemOf),
    );
    expect(await Promise.all(refusals)).toEqual(["port_invalid", "port_invalid", "scopes_missing", "actor_missing"]);
    expect(await approveClient(admin, newId("cid"), { seen, ...CHOICE }).catch(problemOf)).toBe("not_found");
  });

  test("succeeds once of ten concurrent ones", async () => {
    const client = makeClient();
    const admin = await makeAdmin();
    const id = await readForApproval(admin, client.url);
    const { seen } = await readClientRow(admin, id);
    // A decision that begins after the first has ended would approve the client again.
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM oauth_client_documents WHERE id = $1 FOR UPDATE", [id]);
    const deciding = Promise.all(Array.from({ length: 10 }, () => approveClient(admin, id, { seen, ...CHOICE })));
    await eventually(async () => expect(await countWaiting(database)).toBe(10));
    await holder.query("COMMIT");
    await holder.end();
    const results = await deciding;
    expect(results.filter(({ kind }) => kind === "approved")).toHaveLength(1);
    const apps = await database.query("SELECT id FROM oauth_apps WHERE client_id = $1", [client.url]);
    expect(apps).toHaveLength(1);
  });

  test("to refuse a client is shown to people who ask, and can be changed", async () => {
    const client = makeClient();
    const [admin, asking] = [await makeAdmin(), await world.user()];
    await requestClient(asking.id, client.url);
    const row = (await listClients(admin)).waiting.find(({ url }) => url === client.url);
    await refuseClient(admin, row?.id ?? "");
    expect(await requestClient(asking.id, client.url)).toBe("refused");
    expect(client.countFetches()).toBe(0);
    await approve(client.url);
    expect(await stateFor(asking.id, client.url)).toBe("approved");
  });

  test("ends grants and readings of the URL when it is withdrawn", async () => {
    const client = makeClient();
    const { admin, appId } = await approve(client.url);
    const person = await world.user();
    const { grantId } = await world.accessToken({ userId: person.id, billingEntityId: person.billingEntityId, appId });
    expect(await deactivateApp(admin, appId, "Robot")).toBe(1);
    const [grant] = await database.query("SELECT revoked_reason FROM oauth_grants WHERE id = $1", [grantId]);
    expect(grant).toEqual({ revoked_reason: "app_deactivated" });
    await database.query("UPDATE oauth_client_documents SET fresh_until = now() - interval '1 day' WHERE url = $1", [
      client.url,
    ]);
    expect([await authorize(client.url), client.countFetches()]).toEqual(["client_unapproved", 1]);
    expect([await stateFor(person.id, client.url), await findClient(client.url)]).toEqual(["refused", null]);
    await reactivateApp(admin, appId);
    expect(await authorize(client.url)).toBe("valid");
  });

  test("an edit changes the scopes, and nothing that the document says", async () => {
    const client = makeClient();
    const { admin, appId } = await approve(client.url);
    const { app } = await readApp(admin, appId);
    const input = { name: "Your bank", redirectUris: ["https://evil.example/"], allowedScopes: ["me:read"] };
    expect(await editApp(admin, appId, app.updatedAt, input)).toEqual({ kind: "saved" });
    const { updatedAt, ...edited } = (await readApp(admin, appId)).app;
    expect({ ...edited, updatedAt: app.updatedAt }).toEqual({ ...app, allowedScopes: ["me:read"] });
    expect(updatedAt).not.toBe(app.updatedAt);
  });
});

test("a document that is not valid is shown with its problem, and cannot be approved", async () => {
  const client = makeClient();
  const admin = await makeAdmin();
  for (const [change, problem] of [
    [{ client_id: "https://client.example/other.json" }, "other_client_id"],
    [{ client_name: "x".repeat(20_000) }, "too_large"],
  ] as const) {
    client.publish(change);
    const id = await readForApproval(admin, client.url);
    const row = await readClientRow(admin, id);
    expect(row).toMatchObject({ problem, found: null, seen: null });
    expect(await approveClient(admin, id, { seen: "", ...CHOICE })).toEqual({ kind: "stale" });
  }
  const path = new URL(client.url).pathname;
  const answers: [object | string, Record<string, string>, number, string][] = [
    ["", { location: "/elsewhere.json" }, 302, "redirected"],
    ["", {}, 404, "not_found"],
    ["", {}, 503, "unreachable"],
    [{}, { "content-type": "text/html" }, 200, "not_json"],
    [{}, { "content-encoding": "gzip" }, 200, "too_large"],
  ];
  for (const [body, headers, status, problem] of answers) {
    publisher().publish(path, body, headers, status);
    expect(await readClientRow(admin, await readForApproval(admin, client.url))).toMatchObject({ problem });
  }
  expect(publisher().fetched).not.toContain("/elsewhere.json");
});
