import { randomUUID } from "node:crypto";
import { type AdminAccess, openAdministration } from "../../../lib/access/open-administration";
import { approveClient } from "../../../lib/oauth/client-documents/decide-client";
import { readClientRow } from "../../../lib/oauth/client-documents/queries";
import { readForApproval } from "../../../lib/oauth/client-documents/read-client-document";
import { checkAuthorizationQuery } from "../../../lib/oauth/server/authorization";
import { shared } from "../../../lib/platform/shared";
import { authorizeQuery } from "../browser/oauth-flow";
import { reachPublisher, startPublisher, writeDocument } from "../servers/publisher";
import { useTestDatabase } from "./database";
import { useOpened } from "./opened";
import { createWorld } from "./world";

const CHALLENGE = "c".repeat(43);
export const CHOICE = { allowedScopes: ["me:read", "rooms:read"], actorType: "agent", callbackPort: "8123" };

/** Clients whose documents a publisher on this machine has, and the people who decide on them. */
export function useClientScene() {
  const database = useTestDatabase();
  const world = createWorld(database);
  const publisher = useOpened(
    async () => {
      const started = await startPublisher();
      shared("client-document-client", () => reachPublisher(started));
      return started;
    },
    ({ stop }) => stop(),
  );

  /** A client of its own, published. */
  function makeClient(change: object = {}, headers: Record<string, string> = {}) {
    const path = `/${randomUUID()}.json`;
    const url = `https://client.example${path}`;
    const publish = (members: object = {}, status = 200) =>
      publisher().publish(path, writeDocument(url, { ...change, ...members }), headers, status);
    publish();
    return { url, publish, countFetches: () => publisher().fetched.filter((fetched) => fetched === path).length };
  }

  async function makeAdmin(): Promise<AdminAccess> {
    const { id } = await world.user();
    await database.query("UPDATE users SET is_admin = true WHERE id = $1", [id]);
    return openAdministration(id);
  }

  async function approve(url: string, choice: object = {}) {
    const admin = await makeAdmin();
    const id = await readForApproval(admin, url);
    const { seen } = await readClientRow(admin, id);
    const result = await approveClient(admin, id, { seen, ...CHOICE, ...choice });
    if (result.kind !== "approved") throw new Error(result.kind);
    return { admin, id, appId: result.appId };
  }

  /** `/oauth/authorize`, as it comes from the client. */
  async function authorize(url: string, redirectUri = "https://robot.example/callback") {
    const app = { clientId: url, redirectUris: [redirectUri] };
    const judgement = await checkAuthorizationQuery(authorizeQuery(app, CHALLENGE).toString());
    return judgement.kind === "untrusted" ? judgement.reason : judgement.kind;
  }

  return { database, world, publisher, makeClient, makeAdmin, approve, authorize };
}
