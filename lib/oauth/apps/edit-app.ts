import { isDeepStrictEqual } from "node:util";
import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { nowMs } from "../../platform/clock";
import { invalid } from "../../platform/errors";
import { isClientUrl } from "../client-documents/client-url";
import { describeAppFacts, EditApp } from "./app";
import { type AppSummary, readApp } from "./apps-query";
import { storeKeys } from "./client-keys";

function pickFacts({
  name,
  developerName,
  websiteUrl,
  redirectUris,
  keys,
}: AppSummary): Omit<EditApp, "allowedScopes"> {
  return { name, developerName, websiteUrl, redirectUris, keys };
}

function checkKeys({ keys }: AppSummary, edited: EditApp): void {
  if (keys === null && edited.keys !== null) throw invalid([{ path: "keys", message: "keys_fixed" }]);
  if (keys !== null && edited.keys === null) throw invalid([{ path: "keys", message: "keys_invalid" }]);
}

export type EditResult = { kind: "saved" } | { kind: "stale" };

/** `seenAt` is the app's `updatedAt` as the editor saw it, so a second edit of the same version is refused. */
export async function editApp(admin: AdminAccess, appId: string, seenAt: string, input: unknown): Promise<EditResult> {
  const known = await readApp(admin, appId);
  const edited = isClientUrl(known.app.clientId)
    ? { ...pickFacts(known.app), ...checkInput(EditApp.pick({ allowedScopes: true }), input) }
    : checkInput(EditApp, input);
  checkKeys(known.app, edited);
  const { keys, ...facts } = edited;
  const areKeysKept = isDeepStrictEqual(keys, known.app.keys);
  const app = { ...facts, ...(areKeysKept ? {} : storeKeys(keys)) };
  const seen = new Date(seenAt);
  if (Number.isNaN(seen.getTime())) return { kind: "stale" };
  return transaction(async (tx) => {
    // A fast second edit must still get a later version.
    const updatedAt = new Date(Math.max(nowMs(), seen.getTime() + 1));
    const { count } = await tx.prisma.oAuthApp.updateMany({
      where: { id: appId, updatedAt: seen },
      data: { ...app, updatedAt },
    });
    if (count === 0) return { kind: "stale" };
    const details = describeAppFacts({ ...facts, ...storeKeys(keys) });
    recordAction(tx, { name: "oauth_app.update", userId: admin.userId, resourceId: appId, scope: "service", details });
    return { kind: "saved" };
  });
}
