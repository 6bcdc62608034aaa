import type { AdminAccess } from "../accounts/open-administration";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { OVERLAPS } from "../platform/overlap";
import type { RotateSecret } from "./app";
import type { SecretRow } from "./app-summary";
import { SELECT_SECRETS } from "./apps-query";
import { createClientSecret } from "./create-client-secret";
import { lockApp, recordAppAct } from "./lock-app";

export type SecretRefusal = "public_app" | "already_rotated";
export type RotateResult = { kind: "rotated"; secret: string } | { kind: "refused"; reason: SecretRefusal };

/** LEAST: an overlap shortens the life of what is there and never lengthens it. */
const END_SECRETS = "UPDATE oauth_app_secrets SET expires_at = LEAST(expires_at, $2::timestamptz) WHERE app_id = $1";

/**
 * `secretId` is the newest secret as the administrator saw it: of two rotations at once the second is refused, and does
 * not end the secret that the first has just shown.
 */
export async function rotateSecret(
  admin: AdminAccess,
  appId: string,
  { overlap, secretId }: RotateSecret,
): Promise<RotateResult> {
  return transaction(async (tx): Promise<RotateResult> => {
    const { isPublic } = await lockApp(tx, appId);
    if (isPublic) return { kind: "refused", reason: "public_app" };
    const at = now();
    const [newest] = await tx.sql<SecretRow>("list_app_secrets", SELECT_SECRETS, [appId, at]);
    if ((newest?.id ?? "") !== secretId) return { kind: "refused", reason: "already_rotated" };
    await tx.sql("delete_ended_secrets", "DELETE FROM oauth_app_secrets WHERE app_id = $1 AND expires_at <= $2", [
      appId,
      at,
    ]);
    await tx.sql("end_app_secrets", END_SECRETS, [appId, new Date(at.getTime() + OVERLAPS[overlap])]);
    recordAppAct(tx, "oauth_app.rotate_secret", admin, appId, { overlap });
    return { kind: "rotated", secret: await createClientSecret(tx, appId) };
  });
}

/** What a rotation left alive for a while ends now; the current secret stays. */
export async function endOverlap(admin: AdminAccess, appId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockApp(tx, appId);
    const ended = await tx.sql(
      "end_secret_overlap",
      "UPDATE oauth_app_secrets SET expires_at = $2 WHERE app_id = $1 AND expires_at > $2 RETURNING id",
      [appId, now()],
    );
    if (ended.length > 0) recordAppAct(tx, "oauth_app.end_secret_overlap", admin, appId);
  });
}
