import { recordAct } from "../../audit/record-act";
import { now } from "../../platform/clock";
import { type Transaction, transaction } from "../../platform/db";
import { describeAppFacts } from "../app";
import { ClientDocument, listRedirectUris } from "./client-document";
import type { Fetched } from "./fetch-document";

/**
 * Stores a reading, and takes from an approved app the redirect URIs that its publisher has removed. Everything else that
 * changed waits for an administrator. `readerId` is null when a request of the app was the reason to read.
 */
export function keepReading(documentId: string, fetched: Fetched, readerId: string | null): Promise<void> {
  return transaction(async (tx) => {
    const at = now();
    const freshUntil = new Date(at.getTime() + fetched.freshMs);
    const read = fetched.problem === null ? { found: fetched.document, foundAt: at } : {};
    const { app, approved, callbackPort } = await tx.prisma.oAuthClientDocument.update({
      where: { id: documentId },
      data: { ...read, checkedAt: at, problem: fetched.problem, freshUntil },
      include: { app: { select: { id: true, redirectUris: true, allowedScopes: true } } },
    });
    if (!app || fetched.problem !== null) return;
    const redirectUris = listRedirectUris(ClientDocument.parse(approved), fetched.document, callbackPort);
    await replaceRedirectUris(tx, app, redirectUris, readerId);
  });
}

interface RegisteredUris {
  id: string;
  redirectUris: string[];
  allowedScopes: string[];
}

async function replaceRedirectUris(
  tx: Transaction,
  app: RegisteredUris,
  redirectUris: string[],
  userId: string | null,
): Promise<void> {
  if (redirectUris.join(" ") === app.redirectUris.join(" ")) return;
  await tx.prisma.oAuthApp.update({ where: { id: app.id }, data: { redirectUris, updatedAt: now() } });
  const details = { ...describeAppFacts({ ...app, redirectUris }), reason: "document_changed" };
  recordAct(tx, { name: "oauth_app.update", userId, resourceId: app.id, scope: "service", details });
}
