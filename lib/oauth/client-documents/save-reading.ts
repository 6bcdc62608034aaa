import { isDeepStrictEqual } from "node:util";
import type { OAuthApp } from "../../../prisma/client/client";
import { recordAction } from "../../audit/record-action";
import { type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { describeAppFacts } from "../apps/app";
import { type ClientKeys, describeKeys, storeKeys } from "../apps/client-keys";
import { ClientDocument, listRedirectUris, narrowKeys } from "./client-document";
import type { Fetched } from "./fetch-document";

/** Only removed redirect URIs and keys take effect here; every other change waits for an administrator. */
export function saveReading(documentId: string, fetched: Fetched, readerId: string | null): Promise<void> {
  return transaction(async (tx) => {
    const at = now();
    const freshUntil = new Date(at.getTime() + fetched.freshMs);
    const read = fetched.problem === null ? { found: fetched.document, foundAt: at } : {};
    const { app, approved, callbackPort } = await tx.prisma.oAuthClientDocument.update({
      where: { id: documentId },
      data: { ...read, checkedAt: at, problem: fetched.problem, freshUntil },
      include: { app: true },
    });
    if (!app || fetched.problem !== null) return;
    const before = ClientDocument.parse(approved);
    const redirectUris = listRedirectUris(before, fetched.document, callbackPort);
    await narrowApp(tx, app, { redirectUris, keys: narrowKeys(before, fetched.document) }, readerId);
  });
}

interface Narrowed {
  redirectUris: string[];
  keys: ClientKeys | null;
}

async function narrowApp(
  tx: Transaction,
  app: OAuthApp,
  { redirectUris, keys }: Narrowed,
  userId: string | null,
): Promise<void> {
  const areUrisKept = redirectUris.join(" ") === app.redirectUris.join(" ");
  const areKeysKept = isDeepStrictEqual(describeKeys(app), keys);
  if (areUrisKept && areKeysKept) return;
  const data = { redirectUris, ...(areKeysKept ? {} : storeKeys(keys)), updatedAt: now() };
  const narrowed = await tx.prisma.oAuthApp.update({ where: { id: app.id }, data });
  const details = { ...describeAppFacts(narrowed), reason: "document_changed" };
  recordAction(tx, { name: "oauth_app.update", userId, resourceId: app.id, scope: "service", details });
}
