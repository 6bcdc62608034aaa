import { FIND_ROOM_BILLING } from "../../access/access.sql";
import { audienceUrl, makeAccessToken } from "../../access/credentials/token";
import { SCOPES, type Scope } from "../../access/scopes";
import { LOCK_OPEN_SESSION } from "../../accounts/accounts.sql";
import { REFERENCE_CLIENT_ID } from "../../accounts/sessions/end-session";
import type { SessionName } from "../../accounts/sessions/session-cookie";
import { prisma } from "../../db/prisma";
import { query, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import { AppError } from "../../platform/errors";
import { isId, newId } from "../../platform/ids";
import { REFERENCE_TOKEN_LIFETIME_MS } from "../../platform/limits";
import { createGrant } from "../grants/create-grant";
import type { Cause } from "../grants/grant";
import { recordGrantEvent } from "../grants/revoke-grant";
import { listGrantContexts } from "./consent-query";
import { type Client, findClient } from "./find-client";

interface Reader extends SessionName {
  scope: Scope;
  roomId: string | undefined;
  cause: Cause;
}

export interface ReferenceToken {
  token: string;
  expiresAt: string;
  area: string;
}

export async function issueReferenceToken(reader: Reader): Promise<ReferenceToken> {
  const { sessionId, userId, scope, roomId, cause } = reader;
  const app = await findReferenceApp();
  if (!app?.allowedScopes.includes(scope)) {
    const message = "An administrator has turned this off. Enter an API key or an access token instead.";
    throw new AppError("forbidden", message);
  }
  const area = await findArea(userId, roomId);
  const token = makeAccessToken();
  const at = now();
  const expiresAt = new Date(at.getTime() + REFERENCE_TOKEN_LIFETIME_MS);
  await transaction(async (tx) => {
    // A concurrent sign-out either waits and ends this grant, or came first.
    const open = await tx.query(LOCK_OPEN_SESSION, { sessionId, userId, at });
    if (open.length === 0) throw new AppError("unauthenticated", "Sign in to use this path.");
    const { billingEntityId } = area;
    const audience = audienceUrl("api");
    const grant = { appId: app.id, userId, billingEntityId, scopes: [scope], audience, endsAt: expiresAt, cause };
    const grantId = await createGrant(tx, grant, at);
    if (grantId === null) throw new AppError("forbidden", "You no longer belong to this organization.");
    await tx.prisma.oAuthAccessToken.create({
      data: {
        hash: new Uint8Array(sha256(token)),
        id: newId("tok"),
        grantId,
        scopes: [scope],
        expiresAt,
        createdAt: at,
      },
    });
    await recordGrantEvent(tx, grantId, "issued", cause, at);
  });
  return { token, expiresAt: expiresAt.toISOString(), area: area.name };
}

async function findReferenceApp(): Promise<Client | null> {
  const found = await findClient(REFERENCE_CLIENT_ID);
  if (found) return found;
  const at = now();
  await prisma().oAuthApp.createMany({
    data: {
      id: newId("app"),
      clientId: REFERENCE_CLIENT_ID,
      name: "API reference",
      developerName: "This service",
      clientType: "PUBLIC",
      allowedScopes: SCOPES.filter((scope) => scope !== "mcp:tools" && scope !== "agent:invoke"),
      redirectUris: [],
      createdById: "",
      createdAt: at,
      updatedAt: at,
    },
    skipDuplicates: true,
  });
  return findClient(REFERENCE_CLIENT_ID);
}

async function findArea(userId: string, roomId: string | undefined) {
  const contexts = await listGrantContexts(userId);
  const [room] = roomId !== undefined && isId("room", roomId) ? await query(FIND_ROOM_BILLING, { roomId, userId }) : [];
  const area =
    contexts.find(({ billingEntityId }) => billingEntityId === room?.entityId) ??
    contexts.find(({ kind }) => kind === "organization") ??
    contexts[0];
  if (!area) throw new AppError("forbidden", "Your account has no workspace.");
  return area;
}
