import { writeCode } from "../../lib/accounts/cli-login/cli-login";
import { decideCliLogin } from "../../lib/accounts/cli-login/decide-cli-login";
import { findLoginByCode } from "../../lib/accounts/cli-login/find-cli-login";
import { redeemCliLogin } from "../../lib/accounts/cli-login/redeem-cli-login";
import { startCliLogin } from "../../lib/accounts/cli-login/start-cli-login";
import { issueMailToken, type TokenPurpose } from "../../lib/accounts/mail-links/issue-mail-token";
import { setPassword } from "../../lib/accounts/mail-links/set-password";
import { updateProfile } from "../../lib/accounts/profile/update-profile";
import { endAllSessions, endSession } from "../../lib/accounts/sessions/end-session";
import { startSession } from "../../lib/accounts/sessions/start-session";
import { signInWithPassword } from "../../lib/accounts/sign-in/sign-in";
import { signInIdentity } from "../../lib/accounts/sign-in/sign-in-identity";
import { enableConnector } from "../../lib/agents/connectors/enable";
import { rotateGatewayToken } from "../../lib/agents/connectors/rotate-token";
import { updateConnector } from "../../lib/agents/connectors/update";
import { deleteConnector } from "../../lib/agents/runs/delete-connector";
import { disableConnector } from "../../lib/agents/runs/disable-connector";
import { revokeKey } from "../../lib/api-keys/revoke";
import { rotateKey } from "../../lib/api-keys/rotate";
import { setBudget } from "../../lib/api-keys/set-budget";
import { setNetworks } from "../../lib/api-keys/set-networks";
import { startRecording, stopRecording } from "../../lib/api-keys/start-recording";
import { readApp } from "../../lib/oauth/apps/apps-query";
import { deactivateApp, reactivateApp } from "../../lib/oauth/apps/deactivate-app";
import { editApp } from "../../lib/oauth/apps/edit-app";
import { endOverlap, rotateSecret } from "../../lib/oauth/apps/rotate-client-secret";
import { openGrant } from "../../lib/oauth/grants/grants-query";
import { revokeOwnGrant } from "../../lib/oauth/grants/revoke-own-grant";
import { approveRequest } from "../../lib/oauth/server/decide-consent";
import { findClient } from "../../lib/oauth/server/find-client";
import { endAccessByMail } from "../../lib/people/end-access";
import { newId } from "../../lib/platform/ids";
import { activateWebhook, deactivateWebhook } from "../../lib/webhooks/settings/activate";
import { deleteWebhook } from "../../lib/webhooks/settings/delete";
import { finishRotation, startRotation } from "../../lib/webhooks/settings/rotate-secret";
import { updateWebhook } from "../../lib/webhooks/settings/update";
import { GATEWAY_TOKEN, HOOK_URL, PASSWORD } from "./act-scene";
import { done, NOTHING, type Verb } from "./act-verbs";

const CAUSE = { address: "198.51.100.7", userAgent: "curl/8.5.0" };

async function beginCliLogin(userId: string) {
  const started = await startCliLogin({ deviceName: "laptop", address: "192.0.2.1", userAgent: null });
  if (started.kind !== "started") throw new Error("limited");
  const found = await findLoginByCode(userId, "192.0.2.1", writeCode(started.code));
  return { secret: started.secret, loginId: found.kind === "found" ? found.loginId : "" };
}

/** As the mail holds it. */
export function mailToken(purpose: TokenPurpose, recipient: string): Promise<string> {
  const at = new Date();
  const expiresAt = new Date(at.getTime() + 60_000);
  const mail = { id: newId("mail"), kind: "sign_up", recipient, locale: "en", facts: {}, attempts: 1 } as const;
  return issueMailToken({ ...mail, createdAt: at, expiresAt }, { purpose, expiresAt });
}

const decide =
  (isApproved: boolean) =>
  async ({ owner }: { owner: { id: string } }) => {
    const { loginId } = await beginCliLogin(owner.id);
    return () => decideCliLogin(loginId, owner.id, isApproved).then(() => loginId);
  };

/** Sign-ins, keys, apps, grants, webhooks and connectors. */
export const CREDENTIAL_VERBS: Verb[] = [
  [
    "signInWithPassword",
    done(async ({ owner }) => {
      await signInWithPassword(
        { email: owner.email, password: PASSWORD },
        { address: "192.0.2.1", deviceCookie: undefined },
      );
      return "";
    }),
    { name: "session.start", resource: NOTHING, area: "own area" },
  ],
  [
    "signInIdentity",
    done(async ({ owner }) => {
      const identity = { provider: "github", providerAccountId: owner.id, email: owner.email, name: "A", locale: "en" };
      return signInIdentity(identity, "192.0.2.1");
    }),
    { name: "session.start", resource: NOTHING, area: "own area" },
  ],
  ["decideCliLogin, approving", decide(true), { name: "cli_login.approve", area: "own area" }],
  ["decideCliLogin, denying", decide(false), { name: "cli_login.deny", area: "own area" }],
  [
    "redeemCliLogin",
    async ({ owner }) => {
      const { loginId, secret } = await beginCliLogin(owner.id);
      await decideCliLogin(loginId, owner.id, true);
      return () => redeemCliLogin(secret, "192.0.2.1").then(() => "");
    },
    { name: "session.start", resource: NOTHING, area: "own area" },
  ],
  [
    "endSession",
    async ({ owner }) => {
      const sessionId = await startSession(owner.id, null);
      return () => endSession({ sessionId, userId: owner.id }).then(() => sessionId);
    },
    { name: "session.end", area: "own area" },
  ],
  [
    "endAllSessions",
    async ({ owner }) => {
      await startSession(owner.id, null);
      return () => endAllSessions(owner.id).then(() => "");
    },
    { name: "session.end_all", resource: NOTHING, area: "own area" },
  ],
  [
    "updateProfile",
    done(async ({ owner }) =>
      updateProfile(owner.id, { name: "Ann", locale: "en", sendsTranscripts: true, hidesPresence: false }).then(
        () => owner.id,
      ),
    ),
    { name: "account.update", area: "own area" },
  ],
  [
    "setPassword",
    async ({ owner }) => {
      const token = await mailToken("password_reset", owner.email);
      await startSession(owner.id, null);
      return () => setPassword(token, "a newer passphrase").then(() => owner.id);
    },
    { name: "account.reset_password", area: "own area" },
  ],
  [
    "endAccessByMail",
    async ({ owner }) => {
      const token = await mailToken("not_me", owner.email);
      return () => endAccessByMail(token).then(() => owner.id);
    },
    { name: "account.secure", area: "own area" },
  ],
  ["issueKey", done(async (scene) => (await scene.key()).key.id), { name: "api_key.create" }],
  [
    "rotateKey",
    async (scene) => {
      const access = await scene.key();
      return async () => {
        const rotated = await rotateKey(access, { overlap: "now" });
        if (rotated.kind === "rotated") scene.keepSecret(rotated.issued.plaintext);
        return access.key.id;
      };
    },
    { name: "api_key.rotate" },
  ],
  [
    "setBudget",
    async (scene) => {
      const access = await scene.key();
      return () => setBudget(access, "500").then(() => access.key.id);
    },
    { name: "api_key.set_budget" },
  ],
  [
    "setNetworks",
    async (scene) => {
      const access = await scene.key();
      return () => setNetworks(access, "203.0.113.0/24").then(() => access.key.id);
    },
    { name: "api_key.set_networks" },
  ],
  [
    "startRecording",
    async (scene) => {
      const access = await scene.key();
      return () => startRecording(access).then(() => access.key.id);
    },
    { name: "api_key.start_recording" },
  ],
  [
    "stopRecording",
    async (scene) => {
      const access = await scene.key();
      return () => stopRecording(access, { deletes: true }).then(() => access.key.id);
    },
    { name: "api_key.stop_recording" },
  ],
  [
    "revokeKey",
    async (scene) => {
      const access = await scene.key();
      return () => revokeKey(access, "Report").then(() => access.key.id);
    },
    { name: "api_key.revoke" },
  ],
  ["registerApp", done((scene) => scene.app()), { name: "oauth_app.register", area: "service" }],
  [
    "editApp",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await scene.app()];
      const { app } = await readApp(admin, id);
      return () => editApp(admin, id, app.updatedAt, { ...scene.appFacts, name: "Other" }).then(() => id);
    },
    { name: "oauth_app.update", area: "service" },
  ],
  [
    "rotateSecret",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await scene.app()];
      const secretId = (await readApp(admin, id)).secrets[0]?.id ?? "";
      return async () => {
        const rotated = await rotateSecret(admin, id, { overlap: "24h", secretId });
        if (rotated.kind === "rotated") scene.keepSecret(rotated.secret);
        return id;
      };
    },
    { name: "oauth_app.rotate_secret", area: "service" },
  ],
  [
    "endOverlap",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await scene.app()];
      const secretId = (await readApp(admin, id)).secrets[0]?.id ?? "";
      await rotateSecret(admin, id, { overlap: "24h", secretId });
      return () => endOverlap(admin, id).then(() => id);
    },
    { name: "oauth_app.end_secret_overlap", area: "service" },
  ],
  [
    "deactivateApp",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await scene.app()];
      return () => deactivateApp(admin, id, "Tracker").then(() => id);
    },
    { name: "oauth_app.deactivate", area: "service" },
  ],
  [
    "reactivateApp",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await scene.app()];
      await deactivateApp(admin, id, "Tracker");
      return () => reactivateApp(admin, id).then(() => id);
    },
    { name: "oauth_app.reactivate", area: "service" },
  ],
  [
    "approveRequest",
    async (scene) => {
      const client = await findClient(await scene.app());
      if (!client) throw new Error("The app is not there.");
      const { billingEntityId, owner } = scene;
      const request = {
        redirectUri: "https://example.com/cb",
        scopes: ["me:read" as const],
        state: null,
        codeChallenge: "x".repeat(43),
        audience: "api" as const,
      };
      return async () => {
        const sealed = `request of ${owner.id}`;
        const approved = await approveRequest({
          client,
          userId: owner.id,
          billingEntityId,
          request,
          sealed,
          cause: CAUSE,
        });
        if (approved.kind === "approved") scene.keepSecret(approved.code);
        return scene.findGrant();
      };
    },
    { name: "oauth_grant.create" },
  ],
  [
    "revokeOwnGrant",
    async (scene) => {
      const { grantId } = await scene.token();
      const access = await openGrant(scene.owner.id, grantId);
      return () => revokeOwnGrant(access, CAUSE).then(() => grantId);
    },
    { name: "oauth_grant.revoke" },
  ],
  ["registerWebhook", done(async (scene) => (await scene.webhook()).webhookId), { name: "webhook.create" }],
  [
    "updateWebhook",
    async (scene) => {
      const access = await scene.webhook();
      const input = { name: "Other", url: HOOK_URL, events: ["message.created"], customHeaders: {} };
      return () => updateWebhook(access, input).then(() => access.webhookId);
    },
    { name: "webhook.update" },
  ],
  [
    "deactivateWebhook",
    async (scene) => {
      const access = await scene.webhook();
      return () => deactivateWebhook(access).then(() => access.webhookId);
    },
    { name: "webhook.deactivate" },
  ],
  [
    "activateWebhook",
    async (scene) => {
      const access = await scene.webhook();
      await deactivateWebhook(access);
      return () => activateWebhook(access).then(() => access.webhookId);
    },
    { name: "webhook.activate" },
  ],
  [
    "startRotation",
    async (scene) => {
      const access = await scene.webhook();
      return async () => {
        scene.keepSecret((await startRotation(access)).nextSecret);
        return access.webhookId;
      };
    },
    { name: "webhook.start_rotation" },
  ],
  [
    "finishRotation",
    async (scene) => {
      const access = await scene.webhook();
      await startRotation(access);
      return () => finishRotation(access).then(() => access.webhookId);
    },
    { name: "webhook.finish_rotation" },
  ],
  [
    "deleteWebhook",
    async (scene) => {
      const access = await scene.webhook();
      return () => deleteWebhook(access, "Receiver").then(() => access.webhookId);
    },
    { name: "webhook.delete" },
  ],
  ["createConnector", done(async (scene) => (await scene.connector()).connectorId), { name: "connector.create" }],
  [
    "updateConnector",
    async (scene) => {
      const access = await scene.connector();
      const { gatewayToken: _, ...facts } = scene.connectorFacts();
      return () => updateConnector(access, { ...facts, name: "Other" }).then(() => access.connectorId);
    },
    { name: "connector.update" },
  ],
  [
    "rotateGatewayToken",
    async (scene) => {
      const access = await scene.connector();
      return () => rotateGatewayToken(access, { gatewayToken: GATEWAY_TOKEN }).then(() => access.connectorId);
    },
    { name: "connector.rotate_token" },
  ],
  [
    "disableConnector",
    async (scene) => {
      const access = await scene.connector();
      return () => disableConnector(access).then(() => access.connectorId);
    },
    { name: "connector.disable" },
  ],
  [
    "enableConnector",
    async (scene) => {
      const access = await scene.connector();
      await disableConnector(access);
      return () => enableConnector(access).then(() => access.connectorId);
    },
    { name: "connector.enable" },
  ],
  [
    "deleteConnector",
    async (scene) => {
      const access = await scene.connector();
      return () => deleteConnector(access, "Desk agent").then(() => access.connectorId);
    },
    { name: "connector.delete" },
  ],
];
