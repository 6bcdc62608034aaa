import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { useClientScene } from "../../../e2e/support/scenes/client-scene";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { reachPublisher } from "../../../e2e/support/servers/publisher";
import { CLIENT_DOCUMENT_FRESH_MIN_MS } from "../../platform/client-document-limits";
import { shared } from "../../platform/shared";
import { listApps, readApp } from "../apps/apps-query";
import { deactivateApp } from "../apps/deactivate-app";
import { refuseClient } from "./decide-client";
import { DEFAULT_CALLBACK_PORT, KNOWN_CLIENT_SCOPES, KNOWN_CLIENTS, KNOWN_CLIENTS_SETTING } from "./known-clients";
import { readClientRow, readClientStates } from "./queries";
import { openDocumentRow, readForApproval } from "./read-client-document";
import { requestClient } from "./request-client";

const { database, world, publisher, makeClient, makeAdmin, authorize } = useClientScene();

function useSetting(value: string): void {
  vi.stubEnv("SVC_APPROVE_KNOWN_CLIENTS", value);
  resetShared();
  shared("client-document-client", () => reachPublisher(publisher()));
}
beforeAll(() => useSetting("true"));
afterAll(() => vi.unstubAllEnvs());

function publish(name: keyof typeof KNOWN_CLIENTS, change: object = {}, status = 200) {
  const { url, document } = KNOWN_CLIENTS[name];
  const { pathname } = new URL(url);
  const members = { client_id: url, client_name: document.name, redirect_uris: document.redirectUris, ...change };
  publisher().publish(pathname, members, {}, status);
  return { url, countFetches: () => publisher().fetched.filter((path) => path === pathname).length };
}

const findApp = async (url: string) => (await listApps(await makeAdmin())).find(({ clientId }) => clientId === url);

describe("with the setting", () => {
  test("a known client's first valid document is approved at once, once, and audited", async () => {
    const { url, countFetches } = publish("codex");
    const { id } = await world.user();
    expect((await readClientStates(id, [url])).get(url)?.state).toBe("approved");
    expect(await requestClient(id, url)).toBe("approved");
    const redirectUri = `http://127.0.0.1:${DEFAULT_CALLBACK_PORT}/callback`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => authorize(url, redirectUri)));
    expect(answers).toContain("valid");
    expect(await authorize(url, redirectUri)).toBe("valid");
    expect(countFetches()).toBe(1);
    expect(await findApp(url)).toMatchObject({
      name: "Codex",
      clientType: "public",
      actorType: "agent",
      allowedScopes: KNOWN_CLIENT_SCOPES,
      createdByName: KNOWN_CLIENTS_SETTING,
    });
    const acts = await database.query(
      "SELECT route, user_id, details->>'reason' AS reason FROM audit_log WHERE details->>'clientHost' = 'chatgpt.com'",
    );
    expect(acts).toEqual([{ route: "oauth_app.register", user_id: null, reason: "known_client" }]);
  });

  test("a document that is bad or away is tried again later, and approves nothing", async () => {
    const { url, countFetches } = publish("opencode", {}, 503);
    expect(await authorize(url)).toBe("client_unreadable");
    publish("opencode", { client_id: "https://opencode.ai/other" });
    expect([await authorize(url), countFetches()]).toEqual(["client_unreadable", 1]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + CLIENT_DOCUMENT_FRESH_MIN_MS + 1_000 });
    expect([await authorize(url), countFetches(), await findApp(url)]).toEqual(["client_unreadable", 2, undefined]);
    publish("opencode");
    vi.setSystemTime(Date.now() + CLIENT_DOCUMENT_FRESH_MIN_MS + 1_000);
    expect(await authorize(url, "http://localhost/callback")).toBe("valid");
    vi.useRealTimers();
  });

  test("an administrator's decision stays, and a change waits for one", async () => {
    const [refused, withdrawn] = [publish("claude"), publish("vs-code")];
    const admin = await makeAdmin();
    await refuseClient(admin, await openDocumentRow(refused.url));
    expect([await authorize(refused.url), refused.countFetches()]).toEqual(["client_unapproved", 0]);
    const redirectUri = "https://vscode.dev/redirect";
    expect(await authorize(withdrawn.url, redirectUri)).toBe("valid");
    publish("vs-code", { redirect_uris: [redirectUri, "https://new.example/callback"] });
    const documentId = await readForApproval(admin, withdrawn.url);
    expect(await authorize(withdrawn.url, "https://new.example/callback")).toBe("redirect_unknown");
    expect((await readClientRow(admin, documentId)).isChanged).toBe(true);
    const { id, name } = (await findApp(withdrawn.url)) ?? { id: "", name: "" };
    await deactivateApp(admin, id, name);
    expect(await authorize(withdrawn.url, redirectUri)).toBe("client_unapproved");
    expect((await readApp(admin, id)).app.isActive).toBe(false);
  });

  test("an unknown client waits for an administrator", async () => {
    const client = makeClient();
    expect([await authorize(client.url), client.countFetches()]).toEqual(["client_unapproved", 0]);
  });
});

test("without the setting a known client waits for an administrator, and nothing is fetched", async () => {
  useSetting("false");
  const { url, countFetches } = publish("chatgpt");
  expect([await authorize(url), countFetches()]).toEqual(["client_unapproved", 0]);
});
