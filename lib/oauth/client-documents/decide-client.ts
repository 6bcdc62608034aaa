import { z } from "zod";
import type { OAuthClientDocument } from "../../../prisma/client/client";
import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { type Transaction, transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { invalid, notFound } from "../../platform/errors";
import { isId, newId } from "../../platform/ids";
import { describeAppFacts, EditApp } from "../apps/app";
import { ACTOR_TYPES } from "../apps/choices";
import { storeKeys } from "../apps/client-keys";
import { ClientDocument, digestDocument, hasOpenPort, listRedirectUris } from "./client-document";
import { clientHost } from "./client-url";
import { DEFAULT_CALLBACK_PORT, KNOWN_CLIENT_SCOPES, KNOWN_CLIENTS_SETTING } from "./known-clients";
import { readClientRow } from "./queries";

const PORT_MIN = 1_024;
const PORT_MAX = 65_535;

const ApproveClient = z.object({
  seen: z.string(),
  allowedScopes: EditApp.shape.allowedScopes,
  actorType: z.enum(ACTOR_TYPES, { error: "actor_missing" }),
  callbackPort: z
    .string()
    .trim()
    .refine((text) => text === "" || isPort(text), "port_invalid")
    .transform((text) => (text === "" ? null : Number(text))),
});
type ApproveClient = z.output<typeof ApproveClient>;
const ApproveAgain = ApproveClient.pick({ seen: true, callbackPort: true });

function isPort(text: string): boolean {
  return /^\d{4,5}$/.test(text) && Number(text) >= PORT_MIN && Number(text) <= PORT_MAX;
}

export type ApproveResult = { kind: "approved"; appId: string } | { kind: "stale" };

/**
 * Approving again updates the app from its document and keeps its scopes and grants. A version that the administrator
 * has not seen is refused.
 */
export async function approveClient({ userId }: AdminAccess, id: string, input: unknown): Promise<ApproveResult> {
  return transaction<ApproveResult>(async (tx) => {
    const row = isId("cid", id) ? await tx.prisma.oAuthClientDocument.findUnique({ where: { id } }) : null;
    if (!row) throw notFound();
    const choice = checkInput(row.appId === null ? ApproveClient : ApproveAgain, input);
    return approveRow(tx, row, choice, userId);
  });
}

export async function approveKnownClient(id: string): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.prisma.oAuthClientDocument.findUniqueOrThrow({ where: { id } });
    const found = ClientDocument.nullable().parse(row.found);
    if (!found || row.appId !== null || row.refusedAt !== null) return;
    const allowedScopes = [...KNOWN_CLIENT_SCOPES];
    const actorType = "agent" as const;
    const choice = { seen: digestDocument(found), allowedScopes, actorType, callbackPort: DEFAULT_CALLBACK_PORT };
    await approveRow(tx, row, choice, null);
  });
}

type Choice = z.output<typeof ApproveAgain> & Partial<ApproveClient>;

async function approveRow(
  tx: Transaction,
  row: OAuthClientDocument,
  choice: Choice,
  userId: string | null,
): Promise<ApproveResult> {
  const { id, url } = row;
  const found = ClientDocument.nullable().parse(row.found);
  if (!found || row.problem !== null || digestDocument(found) !== choice.seen) return { kind: "stale" };
  const callbackPort = hasOpenPort(found) ? (row.callbackPort ?? choice.callbackPort) : null;
  if (hasOpenPort(found) && callbackPort === null) throw invalid([{ path: "callbackPort", message: "port_invalid" }]);
  // A concurrent decision or a newer reading changes `checkedAt` and makes this decision stale.
  const { count } = await tx.prisma.oAuthClientDocument.updateMany({
    where: { id, appId: row.appId, checkedAt: row.checkedAt },
    data: { approved: found, callbackPort, refusedAt: null },
  });
  if (count === 0) return { kind: "stale" };
  const approved = { userId, url, registered: describeRegistered(url, found, callbackPort) };
  if (row.appId !== null) return { kind: "approved", appId: await updateApp(tx, row.appId, approved) };
  const { actorType, allowedScopes } = choice;
  if (!actorType || !allowedScopes) return { kind: "stale" };
  const appId = await createApp(tx, approved, { actorType, allowedScopes });
  await tx.prisma.oAuthClientDocument.update({ where: { id }, data: { appId } });
  return { kind: "approved", appId };
}

export function describeRegistered(url: string, document: ClientDocument, callbackPort: number | null) {
  return {
    name: document.name,
    developerName: clientHost(url),
    websiteUrl: document.websiteUrl,
    redirectUris: listRedirectUris(document, document, callbackPort),
    clientType: document.isPublic ? ("PUBLIC" as const) : ("CONFIDENTIAL" as const),
    ...storeKeys(document.keys),
  };
}

interface Approved {
  userId: string | null;
  url: string;
  registered: ReturnType<typeof describeRegistered>;
}

async function createApp(
  tx: Transaction,
  { userId, url, registered }: Approved,
  { actorType, allowedScopes }: Pick<ApproveClient, "actorType" | "allowedScopes">,
): Promise<string> {
  const [id, at] = [newId("app"), now()];
  await tx.prisma.oAuthApp.create({
    data: {
      id,
      clientId: url,
      ...registered,
      allowedScopes,
      actorType: actorType === "user" ? "USER" : "AGENT",
      createdById: userId ?? KNOWN_CLIENTS_SETTING,
      createdAt: at,
      updatedAt: at,
    },
  });
  const facts = { ...describeAppFacts({ ...registered, allowedScopes }), actorType, clientHost: clientHost(url) };
  const details = userId === null ? { ...facts, reason: "known_client" } : facts;
  recordAction(tx, { name: "oauth_app.register", userId, resourceId: id, scope: "service", details });
  return id;
}

async function updateApp(tx: Transaction, appId: string, { userId, url, registered }: Approved): Promise<string> {
  const data = { ...registered, updatedAt: now() };
  const { allowedScopes } = await tx.prisma.oAuthApp.update({ where: { id: appId }, data });
  const details = { ...describeAppFacts({ ...registered, allowedScopes }), clientHost: clientHost(url) };
  recordAction(tx, { name: "oauth_app.update", userId, resourceId: appId, scope: "service", details });
  return appId;
}

/** An approved client is refused by deactivating its app, which ends its grants. */
export async function refuseClient(admin: AdminAccess, id: string): Promise<void> {
  const { url } = await readClientRow(admin, id);
  await transaction(async (tx) => {
    const { count } = await tx.prisma.oAuthClientDocument.updateMany({
      where: { id, appId: null, refusedAt: null },
      data: { refusedAt: now() },
    });
    if (count === 0) return;
    const details = { host: clientHost(url) };
    recordAction(tx, { name: "oauth_client.refuse", userId: admin.userId, resourceId: id, scope: "service", details });
  });
}
