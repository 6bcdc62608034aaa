import { approveClient } from "../../lib/oauth/client-documents/approve-client";
import { digestDocument } from "../../lib/oauth/client-documents/client-document";
import { keepReading } from "../../lib/oauth/client-documents/keep-reading";
import { openDocumentRow } from "../../lib/oauth/client-documents/read-client-document";
import { refuseClient } from "../../lib/oauth/client-documents/refuse-client";
import { requestClient } from "../../lib/oauth/client-documents/request-client";
import { done, NOTHING, type Verb } from "./act-verbs";

const CLIENT_URL = "https://client.example/client.json";
const URIS = ["https://client.example/one", "https://client.example/two"];
const CLIENT = { name: "Robot", websiteUrl: null, redirectUris: URIS, leftOutUris: [], isPublic: true, keys: null };
const CHOICE = { allowedScopes: ["me:read"], actorType: "agent", callbackPort: "" };

const readAs = (id: string, document: typeof CLIENT, readerId: string | null) =>
  keepReading(id, { problem: null, document, freshMs: 60_000 }, readerId);

/** Clients with metadata documents. */
export const CLIENT_VERBS: Verb[] = [
  [
    "requestClient",
    done((scene) => requestClient(scene.owner.id, CLIENT_URL).then(() => "")),
    { name: "oauth_client.request", resource: NOTHING, area: "own area" },
  ],
  [
    "refuseClient",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await openDocumentRow(`${CLIENT_URL}/refused`)];
      return () => refuseClient(admin, id).then(() => id);
    },
    { name: "oauth_client.refuse", area: "service" },
  ],
  [
    "approveClient",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await openDocumentRow(`${CLIENT_URL}/approved`)];
      await readAs(id, CLIENT, null);
      return async () => {
        const result = await approveClient(admin, id, { seen: digestDocument(CLIENT), ...CHOICE });
        return result.kind === "approved" ? result.appId : result.kind;
      };
    },
    { name: "oauth_app.register", area: "service" },
  ],
  [
    "keepReading of a document that lost a redirect URI",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await openDocumentRow(`${CLIENT_URL}/changed`)];
      await readAs(id, CLIENT, null);
      const result = await approveClient(admin, id, { seen: digestDocument(CLIENT), ...CHOICE });
      const changed = { ...CLIENT, redirectUris: URIS.slice(0, 1) };
      const appId = result.kind === "approved" ? result.appId : result.kind;
      return () => readAs(id, changed, admin.userId).then(() => appId);
    },
    { name: "oauth_app.update", area: "service" },
  ],
];
