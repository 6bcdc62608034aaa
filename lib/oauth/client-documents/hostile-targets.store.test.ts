import { afterAll, beforeAll, expect, test } from "vitest";
import { HOSTILE_TARGETS, REBINDING_TARGETS } from "../../../e2e/support/attacks/hostile-targets";
import { authorizeQuery } from "../../../e2e/support/browser/oauth-flow";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { createGuardedClient, type GuardedClient } from "../../egress/send";
import { resolveHost } from "../../egress/target";
import { AppError } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { shared } from "../../platform/shared";
import { checkAuthorizationQuery } from "../server/authorization";
import { findClientUrlProblem } from "./client-url";
import { readClientRow } from "./queries";
import { readForApproval } from "./read-client-document";
import { requestClient } from "./request-client";

// No private target is allowed here. The environment is read after this line.
process.env["SVC_ALLOWED_PRIVATE_TARGETS"] = "";
const database = useTestDatabase();
const world = createWorld(database);
const dialled: string[] = [];
const resolved: string[] = [];
const asked = new Map<string, number>();
const targets = [...HOSTILE_TARGETS, ...REBINDING_TARGETS];
const urls = [...new Set(targets.flatMap(({ url }) => [url, toDocumentUrl(url)]))];
let client: GuardedClient;
let admin: AdminAccess;

function toDocumentUrl(url: string): string {
  const secure = url.replace(/^http:/i, "https:");
  return URL.canParse("/client.json", secure) ? new URL("/client.json", secure).href : secure;
}

beforeAll(async () => {
  client = createGuardedClient({
    dial: ({ address }) => {
      dialled.push(address);
      return Promise.reject(new Error("No connection in this test."));
    },
    resolve: (host, isTrusted) => {
      resolved.push(host);
      const target = targets.find(({ url, answers }) => answers && URL.canParse(url) && new URL(url).hostname === host);
      if (!target?.answers) return host.endsWith(".example") ? Promise.resolve([]) : resolveHost(host, isTrusted);
      const turn = asked.get(host) ?? 0;
      asked.set(host, turn + 1);
      return Promise.resolve(target.answers[Math.min(turn, target.answers.length - 1)] ?? []);
    },
  });
  shared("client-document-client", () => client);
  const { id } = await world.user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [id]);
  admin = await openAdministration(id);
});
afterAll(() => client.close());

async function forEach(items: readonly string[], work: (item: string) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 8) await Promise.all(items.slice(from, from + 8).map(work));
}

test("an unapproved URL is neither resolved nor reached, by authorizing or by asking", async () => {
  const { id } = await world.user();
  await forEach(urls, async (url) => {
    const query = authorizeQuery({ clientId: url, redirectUris: ["https://a.example/"] }, "c".repeat(43));
    expect((await checkAuthorizationQuery(query.toString())).kind).toBe("untrusted");
    await requestClient(id, url).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  });
  expect([resolved, dialled]).toEqual([[], []]);
});

test("an administrator reads no hostile target", async () => {
  const wellFormed = urls.filter((url) => findClientUrlProblem(url) === null);
  expect(wellFormed.length).toBeGreaterThan(100);
  await forEach(urls, async (url) => {
    const result = await readForApproval(admin, url).catch((error: unknown) => error);
    if (!wellFormed.includes(url)) {
      expect([url, result]).toEqual([url, expect.objectContaining({ code: "validation_error" })]);
      return;
    }
    const { problem, found } = await readClientRow(admin, String(result));
    expect([url, found, problem]).toEqual([url, null, expect.stringMatching(/^(?:refused_target|unreachable)$/)]);
  });
  expect(dialled).toEqual([]);
});

test("an approved app is not read once its name resolves to a private address", async () => {
  for (const { url } of REBINDING_TARGETS) {
    const document = toDocumentUrl(url);
    const { id: appId } = await world.oauthApp({ redirectUris: ["https://a.example/"] });
    await database.query("UPDATE oauth_apps SET client_id = $2 WHERE id = $1", [appId, document]);
    await database.query(
      `INSERT INTO oauth_client_documents (id, url, app_id, approved, created_at) VALUES ($1, $2, $3, '{}', now())
       ON CONFLICT (url) DO UPDATE SET app_id = $3`,
      [newId("cid"), document, appId],
    );
    const query = authorizeQuery({ clientId: document, redirectUris: ["https://a.example/"] }, "c".repeat(43));
    expect(await checkAuthorizationQuery(query.toString())).toMatchObject({
      kind: "untrusted",
      reason: "client_unreadable",
    });
  }
  expect(dialled).toEqual([]);
});
