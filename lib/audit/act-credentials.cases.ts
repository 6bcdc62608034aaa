import { GATEWAY_TOKEN, HOOK_URL, PASSWORD, secrets } from "../../e2e/support/scenes/act-scene";
import { decideCliLogin } from "../accounts/cli-login/decide-cli-login";
import { redeemCliLogin } from "../accounts/cli-login/redeem-cli-login";
import { setPassword } from "../accounts/mail-links/set-password";
import { removePasskey } from "../accounts/passkeys/remove";
import { renamePasskey } from "../accounts/passkeys/rename";
import { signInWithPasskey } from "../accounts/passkeys/sign-in";
import { updateProfile } from "../accounts/profile/update-profile";
import { endAllSessions, endSession } from "../accounts/sessions/end-session";
import { signInWithPassword } from "../accounts/sign-in/sign-in";
import { signInIdentity } from "../accounts/sign-in/sign-in-identity";
import { enableConnector, rotateGatewayToken, updateConnector } from "../agents/connectors/update";
import { deleteConnector } from "../agents/runs/delete-connector";
import { disableConnector } from "../agents/runs/disable-connector";
import { revokeKey } from "../api-keys/revoke";
import { rotateKey } from "../api-keys/rotate";
import { setBudget } from "../api-keys/set-budget";
import { setNetworks } from "../api-keys/set-networks";
import { startRecording, stopRecording } from "../api-keys/start-recording";
import { deleteStream } from "../audit-log/streams/delete";
import { pauseStream, resumeStream } from "../audit-log/streams/pause";
import { sendTestRow } from "../audit-log/streams/send-test";
import { deactivateApp, reactivateApp } from "../oauth/apps/deactivate-app";
import { editApp } from "../oauth/apps/edit-app";
import { endOverlap, rotateSecret } from "../oauth/apps/rotate-client-secret";
import { refuseClient } from "../oauth/client-documents/decide-client";
import { requestClient } from "../oauth/client-documents/request-client";
import { revokeOwnGrant } from "../oauth/grants/revoke-own-grant";
import { approveRequest } from "../oauth/server/decide-consent";
import { findClient } from "../oauth/server/find-client";
import { endAccessByMail } from "../people/end-access";
import { activateWebhook, deactivateWebhook } from "../webhooks/settings/activate";
import { deleteWebhook } from "../webhooks/settings/delete";
import { finishRotation, startRotation } from "../webhooks/settings/rotate-secret";
import { updateWebhook } from "../webhooks/settings/update";
import {
  ADDRESS,
  CLIENT,
  CLIENT_URL,
  NOTHING,
  OWNER,
  own,
  readAs,
  service,
  URIS,
  type Verb,
  verb,
} from "./act-verbs.cases";

const ORIGIN = { address: ADDRESS, deviceCookie: undefined };
const CAUSE = { address: "198.51.100.7", userAgent: "curl/8.5.0" };

export const CREDENTIAL_VERBS: readonly Verb[] = [
  verb(own("session.start", NOTHING), "none", (_, { owner }) =>
    signInWithPassword({ email: owner.email, password: PASSWORD }, ORIGIN),
  ),
  verb(own("session.start", NOTHING), "none", (_, { owner: { id, email } }) =>
    signInIdentity({ provider: "github", providerAccountId: id, email, name: "A", locale: "en" }, ADDRESS),
  ),
  verb(own("session.start", NOTHING), "usablePasskey", ({ assert }) =>
    signInWithPasskey(assert(), { ...ORIGIN, browser: "cookie" }),
  ),
  verb(own("session.start", NOTHING), "approvedLogin", ({ secret }) => redeemCliLogin(secret, ADDRESS)),
  verb(own("cli_login.approve"), "login", ({ id }, { owner }) => decideCliLogin(id, owner.id, true)),
  verb(own("cli_login.deny"), "login", ({ id }, { owner }) => decideCliLogin(id, owner.id, false)),
  verb(own("session.end"), "session", (sessionId, { owner }) => endSession({ sessionId, userId: owner.id })),
  verb(own("session.end_all", NOTHING), "session", (_, { owner }) => endAllSessions(owner.id)),
  verb(own("account.update", OWNER), "none", (_, { owner }) =>
    updateProfile(owner.id, { name: "Ann", locale: "en", sendsTranscripts: true, hidesPresence: false }),
  ),
  verb(own("account.reset_password", OWNER), "resetToken", ({ token }) => setPassword(token, "a newer passphrase")),
  verb(own("account.secure", OWNER), "notMeToken", ({ token }) => endAccessByMail(token)),
  verb(own("passkey.add"), "passkey", ({ add }) => add()),
  verb(own("passkey.rename"), "addedPasskey", (id, { owner }) => renamePasskey(owner.id, id, "Phone")),
  verb(own("passkey.remove"), "addedPasskey", (id, { owner }) => removePasskey(owner.id, id).then(() => id)),

  verb("api_key.create", "none", async (_, scene) => (await scene.key()).key.id),
  verb("api_key.rotate", "key", (access) => rotateKey(access, { overlap: "now" })),
  verb("api_key.set_budget", "key", (access) => setBudget(access, "500")),
  verb("api_key.set_networks", "key", (access) => setNetworks(access, "203.0.113.0/24")),
  verb("api_key.start_recording", "key", startRecording),
  verb("api_key.stop_recording", "key", (access) => stopRecording(access, { deletes: true })),
  verb("api_key.revoke", "key", (access) => revokeKey(access, "Report")),

  verb(service("oauth_app.register"), "none", (_, scene) => scene.app()),
  verb(service("oauth_app.update"), "app", ({ access, id, app }, { appFacts }) =>
    editApp(access, id, app.updatedAt, { ...appFacts, name: "Other" }),
  ),
  verb(service("oauth_app.rotate_secret"), "app", ({ access, id, secretId }) =>
    rotateSecret(access, id, { overlap: "24h", secretId }),
  ),
  verb(service("oauth_app.end_secret_overlap"), "rotatedApp", ({ access, id }) => endOverlap(access, id)),
  verb(service("oauth_app.deactivate"), "app", ({ access, id }) => deactivateApp(access, id, "Tracker")),
  verb(service("oauth_app.reactivate"), "deactivatedApp", ({ access, id }) => reactivateApp(access, id)),
  verb(own("oauth_client.request", NOTHING), "none", (_, { owner }) => requestClient(owner.id, CLIENT_URL)),
  verb(service("oauth_client.refuse"), "document", ({ access, id }) => refuseClient(access, id)),
  verb(service("oauth_app.register"), "document", ({ approve }) => approve()),
  // The document has lost a redirect URI.
  verb(service("oauth_app.update"), "approvedDocument", ({ access, id, appId }) =>
    readAs(id, { ...CLIENT, redirectUris: URIS.slice(0, 1) }, access.userId).then(() => appId),
  ),
  verb(
    "oauth_grant.create",
    async (scene) => findClient(await scene.app()),
    async (client, { billingEntityId, owner, findGrant }) => {
      if (!client) throw new Error("The app is not there.");
      const answer = {
        scopes: ["me:read" as const],
        state: null,
        codeChallenge: "x".repeat(43),
        audience: "api" as const,
      };
      const request = { redirectUri: "https://example.com/cb", ...answer };
      const approved = await approveRequest({
        client,
        userId: owner.id,
        billingEntityId,
        request,
        sealed: `request of ${owner.id}`,
        cause: CAUSE,
      });
      secrets.add(approved.kind === "approved" ? approved.code : "");
      return findGrant();
    },
  ),
  verb("oauth_grant.revoke", "grant", ({ access }) => revokeOwnGrant(access, CAUSE)),

  verb("webhook.create", "none", async (_, scene) => (await scene.webhook()).webhookId),
  verb("webhook.update", "webhook", (access) =>
    updateWebhook(access, { name: "Other", url: HOOK_URL, events: ["message.created"], customHeaders: {} }),
  ),
  verb("webhook.deactivate", "webhook", deactivateWebhook),
  verb("webhook.activate", "deactivatedWebhook", activateWebhook),
  verb("webhook.start_rotation", "webhook", (access) => startRotation(access)),
  verb("webhook.finish_rotation", "rotatedWebhook", finishRotation),
  verb("webhook.delete", "webhook", (access) => deleteWebhook(access, "Receiver")),

  verb("connector.create", "none", async (_, scene) => (await scene.connector()).connectorId),
  verb("connector.update", "connector", (access, { connectorFacts }) => {
    const { gatewayToken: _, ...facts } = connectorFacts();
    return updateConnector(access, { ...facts, name: "Other" });
  }),
  verb("connector.rotate_token", "connector", (access) => rotateGatewayToken(access, { gatewayToken: GATEWAY_TOKEN })),
  verb("connector.disable", "connector", disableConnector),
  verb("connector.enable", "disabledConnector", enableConnector),
  verb("connector.delete", "connector", (access) => deleteConnector(access, "Desk agent")),

  verb("audit_stream.create", "none", async (_, scene) => (await scene.stream()).streamId),
  verb("audit_stream.pause", "stream", pauseStream),
  verb("audit_stream.resume", "pausedStream", resumeStream),
  verb("audit_stream.test", "stream", (access) => sendTestRow(access).then(() => access.streamId)),
  verb("audit_stream.delete", "stream", deleteStream),
];
