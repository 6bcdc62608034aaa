import { randomUUID } from "node:crypto";
import { createSoftPasskey } from "../../e2e/support/attacks/soft-passkey";
import { type ActScene, secrets } from "../../e2e/support/scenes/act-scene";
import { writeCode } from "../accounts/cli-login/cli-login";
import { decideCliLogin, findLoginByCode } from "../accounts/cli-login/decide-cli-login";
import { startCliLogin } from "../accounts/cli-login/start-cli-login";
import { issueMailToken, type TokenPurpose } from "../accounts/mail-links/issue-mail-token";
import { addPasskey, beginAdding } from "../accounts/passkeys/add";
import { issueChallenge } from "../accounts/passkeys/challenge";
import { listPasskeys } from "../accounts/passkeys/queries";
import { relyingParty } from "../accounts/passkeys/relying-party";
import { startSession } from "../accounts/sessions/start-session";
import { placeHold } from "../admin/legal-holds/place-hold";
import { readHold } from "../admin/legal-holds/queries";
import { suspendTenant } from "../admin/tenants/suspend";
import { disableConnector } from "../agents/runs/disable-connector";
import { pauseStream } from "../audit-log/streams/pause";
import { prisma } from "../db/prisma";
import { transaction } from "../db/transaction";
import { readApp } from "../oauth/apps/apps-query";
import { deactivateApp } from "../oauth/apps/deactivate-app";
import { rotateSecret } from "../oauth/apps/rotate-client-secret";
import { digestDocument } from "../oauth/client-documents/client-document";
import { approveClient } from "../oauth/client-documents/decide-client";
import { openDocumentRow } from "../oauth/client-documents/read-client-document";
import { saveReading } from "../oauth/client-documents/save-reading";
import { openGrant } from "../oauth/grants/grants-query";
import { newId } from "../platform/ids";
import { archiveBoard } from "../tasks/change-board";
import { createBoard } from "../tasks/create-board";
import { deactivateWebhook } from "../webhooks/settings/activate";
import { startRotation } from "../webhooks/settings/rotate-secret";
import type { AuditActionName } from "./record-action";

export interface Expected {
  name: AuditActionName;
  /** The id that the row must hold: by default the one that the act returns or was made for; null is not compared. */
  resource?: (scene: ActScene) => string | null;
  user?: (scene: ActScene) => string | null;
  area?: "organization" | "own area" | "service";
}

export interface Verb {
  expected: readonly Expected[];
  /** Sets up the scene and returns the act to watch, which returns the id of its object. */
  prepare: (scene: ActScene) => Promise<() => Promise<string | undefined>>;
}

type Given = typeof GIVEN;
type GivenName = keyof Given;
type Prepare<Source> = Source extends GivenName ? Given[Source] : Source;
type Prepared<Source> = Prepare<Source> extends (scene: ActScene) => infer Made ? Awaited<Made> : never;
type Source = GivenName | ((scene: ActScene) => unknown);

/** An act on what `source` prepares, with the rows that it has to write. */
export function verb<From extends Source>(
  expected: AuditActionName | Expected | readonly Expected[],
  source: From,
  act: (prepared: Prepared<From>, scene: ActScene) => Promise<unknown>,
): Verb {
  return {
    expected: typeof expected === "string" ? [{ name: expected }] : [expected].flat(),
    async prepare(scene) {
      const read = (name: GivenName): ((scene: ActScene) => unknown) => GIVEN[name];
      const prepare: (scene: ActScene) => unknown = typeof source === "string" ? read(source) : source;
      const prepared = (await prepare(scene)) as Prepared<From>;
      return async () => {
        const result = await act(prepared, scene);
        for (const [, secret = ""] of JSON.stringify(result ?? "").matchAll(SECRET)) secrets.add(secret);
        return typeof result === "string" ? result : findId(prepared);
      };
    },
  };
}

type Transaction = Parameters<Parameters<typeof transaction>[0]>[0];
export const verbWithin = <From extends Source>(
  expected: AuditActionName | Expected | readonly Expected[],
  source: From,
  act: (tx: Transaction, prepared: Prepared<From>, scene: ActScene) => Promise<unknown>,
): Verb => verb(expected, source, (prepared, scene) => transaction((tx) => act(tx, prepared, scene)));

const SECRET = /"(?:plaintext|secret|nextSecret|code)":"([^"]+)"/g;

function findId(prepared: unknown): string | undefined {
  if (typeof prepared !== "object" || prepared === null) return typeof prepared === "string" ? prepared : undefined;
  const facts = prepared as Record<string, string> & { key?: { id: string } };
  const names = ["id", "appId", "boardId", "commentId", "connectorId", "streamId", "webhookId"];
  return facts.key?.id ?? names.map((name) => facts[name]).find((id) => id !== undefined);
}

export const OWNER = (scene: ActScene) => scene.owner.id;
export const MEMBER = (scene: ActScene) => scene.member.id;
export const INVITED = (scene: ActScene) => scene.invited.id;
export const NOTHING = () => null;
export const own = (name: AuditActionName, resource?: Expected["resource"]): Expected => ({
  name,
  area: "own area",
  ...(resource ? { resource } : {}),
});
export const service = (name: AuditActionName): Expected => ({ name, area: "service" });
export const by = (user: Expected["user"], name: AuditActionName, resource?: Expected["resource"]) =>
  ({ name, user, ...(resource ? { resource } : {}) }) as Expected;
export const ofMember = (name: AuditActionName, user = OWNER): Expected => ({ name, resource: MEMBER, user });
export const ofOrganization = (name: AuditActionName): Expected => ({
  name,
  resource: ({ organizationId }) => organizationId,
});

/** Prepares, and then does this with the result. */
const after =
  <Made>(prepare: (scene: ActScene) => Promise<Made>, work: (made: Made, scene: ActScene) => unknown) =>
  async (scene: ActScene): Promise<Made> => {
    const made = await prepare(scene);
    await work(made, scene);
    return made;
  };

export function mailToken(purpose: TokenPurpose, recipient: string): Promise<string> {
  const at = new Date();
  const expiresAt = new Date(at.getTime() + 60_000);
  const mail = { id: newId("mail"), kind: "sign_up", recipient, locale: "en", facts: {}, attempts: 1 } as const;
  return issueMailToken({ ...mail, createdAt: at, expiresAt }, { purpose, expiresAt });
}

async function beginLogin({ owner }: ActScene) {
  const started = await startCliLogin({ deviceName: "laptop", address: ADDRESS, userAgent: null });
  if (started.kind !== "started") throw new Error("limited");
  const found = await findLoginByCode(owner.id, ADDRESS, writeCode(started.code));
  return { secret: started.secret, id: found.kind === "found" ? found.loginId : "" };
}

/** Adds one; its id is known afterwards. */
async function makePasskey({ owner: { id: userId, email } }: ActScene) {
  const { origin = "", id: rpId = "" } = relyingParty() ?? {};
  const user = { id: userId, email, name: "A", locale: "en", isAdmin: false };
  const session = { createdAt: new Date(), id: await startSession(userId, null), user };
  const passkey = createSoftPasskey(userId);
  const add = async () => {
    const options = await beginAdding(session);
    const answer = passkey.register({ challenge: options?.challenge ?? "", origin, rpId });
    await addPasskey(session, { name: "Laptop", answer });
    return (await listPasskeys(userId))[0]?.id ?? "";
  };
  const assert = () => {
    const challenge = Buffer.from(issueChallenge({ browser: "cookie" }, new Date())).toString("base64url");
    return passkey.assert({ challenge, origin, rpId });
  };
  return { add, assert };
}
async function registeredApp(scene: ActScene) {
  const [access, id] = [await scene.admin(), await scene.app()];
  const { app, secrets } = await readApp(access, id);
  return { access, id, app, secretId: secrets[0]?.id ?? "" };
}

/** A board beside another one: a room keeps one open. */
async function addBoard(scene: ActScene) {
  const access = await scene.openRoom();
  const add = (name: string) => transaction((tx) => createBoard(tx, access, { name }));
  await add("First");
  return { room: access, boardId: (await add("Second")).id };
}

/** A run of a function that no runner knows. */
const plantRun = (state: "READY" | "FAILED") => async (scene: ActScene) => {
  const [id, at] = [randomUUID(), new Date()];
  const finishedAt = state === "FAILED" ? at : null;
  const run = { id, functionId: "none", idempotencyKey: id, state, wakeAt: at, createdAt: at, finishedAt };
  await prisma().runnerRun.create({ data: run });
  return { access: await scene.admin(), id };
};

export const CLIENT_URL = "https://client.example/client.json";
export const URIS = ["https://client.example/one", "https://client.example/two"];
export const CLIENT = {
  name: "Robot",
  websiteUrl: null,
  redirectUris: URIS,
  leftOutUris: [],
  isPublic: true,
  keys: null,
};

export const readAs = (id: string, document: typeof CLIENT, readerId: string | null) =>
  saveReading(id, { problem: null, document, freshMs: 60_000 }, readerId);

async function openDocument(scene: ActScene) {
  const [access, id] = [await scene.admin(), await openDocumentRow(`${CLIENT_URL}/${randomUUID()}`)];
  await readAs(id, CLIENT, null);
  const choice = { allowedScopes: ["me:read"], actorType: "agent", callbackPort: "" };
  const approve = async () => {
    const result = await approveClient(access, id, { seen: digestDocument(CLIENT), ...choice });
    return result.kind === "approved" ? result.appId : result.kind;
  };
  return { access, id, approve };
}

export const HOLD = { reason: "Case 7" };
export const SUSPENSION = { reason: "payment", message: "Three invoices are open." };
export const ADDRESS = "192.0.2.1";

const mine = async (scene: ActScene) => ({ access: await scene.admin(), id: scene.billingEntityId });
const overlap = { overlap: "24h" } as const;

/** The preparations of acts, by name. */
const GIVEN = {
  none: () => undefined,
  admin: (scene: ActScene) => scene.admin(),
  session: ({ owner }: ActScene) => startSession(owner.id, null),
  login: beginLogin,
  approvedLogin: after(beginLogin, ({ id }, { owner }) => decideCliLogin(id, owner.id, true)),
  resetToken: async ({ owner }: ActScene) => ({ token: await mailToken("password_reset", owner.email) }),
  notMeToken: async ({ owner }: ActScene) => ({ token: await mailToken("not_me", owner.email) }),
  passkey: makePasskey,
  usablePasskey: after(makePasskey, ({ add }) => add()),
  addedPasskey: async (scene: ActScene) => (await makePasskey(scene)).add(),
  key: (scene: ActScene) => scene.key(),
  app: registeredApp,
  rotatedApp: after(registeredApp, ({ access, id, secretId }) => rotateSecret(access, id, { ...overlap, secretId })),
  deactivatedApp: after(registeredApp, ({ access, id }) => deactivateApp(access, id, "Tracker")),
  document: openDocument,
  async approvedDocument(scene: ActScene) {
    const document = await openDocument(scene);
    return { ...document, appId: await document.approve() };
  },
  async grant(scene: ActScene) {
    const { grantId: id } = await scene.token();
    return { id, access: await openGrant(scene.owner.id, id) };
  },
  webhook: (scene: ActScene) => scene.webhook(),
  deactivatedWebhook: after((scene) => scene.webhook(), deactivateWebhook),
  rotatedWebhook: after(
    (scene) => scene.webhook(),
    (access) => startRotation(access),
  ),
  connector: (scene: ActScene) => scene.connector(),
  disabledConnector: after((scene) => scene.connector(), disableConnector),
  stream: (scene: ActScene) => scene.stream(),
  pausedStream: after((scene) => scene.stream(), pauseStream),
  organization: (scene: ActScene) => scene.open(),
  invitation: (scene: ActScene) => scene.invitation(),
  seat: (scene: ActScene) => scene.seatMember(),
  async seatedMember(scene: ActScene) {
    await scene.seatMember();
    return scene.open(scene.member.id);
  },
  room: (scene: ActScene) => scene.openRoom(),
  message: async (scene: ActScene) => ({ access: await scene.openRoom(), id: await scene.message() }),
  comment: (scene: ActScene) => scene.comment(),
  board: addBoard,
  archivedBoard: after(addBoard, (board, { owner }) => transaction((tx) => archiveBoard(tx, board, owner.id))),
  tenant: mine,
  suspendedTenant: after(mine, ({ access, id }) => suspendTenant(access, id, SUSPENSION)),
  failedRun: plantRun("FAILED"),
  readyRun: plantRun("READY"),
  async hold(scene: ActScene) {
    const access = await scene.admin();
    const id = await placeHold(access, { area: scene.organizationId, ...HOLD });
    return { access, id, name: (await readHold(access, id)).owner.name };
  },
};
