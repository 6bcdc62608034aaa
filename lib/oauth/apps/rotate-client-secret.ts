import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { OVERLAPS } from "../../platform/overlap";
import type { RotateSecret } from "./app";
import { listLiveSecrets } from "./apps-query";
import { createClientSecret } from "./create-client-secret";
import { lockApp } from "./lock-app";

export type SecretRefusal = "no_secret" | "already_rotated";
export type RotateResult = { kind: "rotated"; secret: string } | { kind: "refused"; reason: SecretRefusal };

/**
 * `secretId` is the newest secret the administrator saw. A concurrent second rotation is refused, or it would end the
 * secret that the first has just shown.
 */
export async function rotateSecret(
  { userId }: AdminAccess,
  appId: string,
  { overlap, secretId }: RotateSecret,
): Promise<RotateResult> {
  return transaction(async (tx): Promise<RotateResult> => {
    const { hasSecret } = await lockApp(tx, appId);
    if (!hasSecret) return { kind: "refused", reason: "no_secret" };
    const at = now();
    const [newest] = await listLiveSecrets(tx, appId, at);
    if ((newest?.id ?? "") !== secretId) return { kind: "refused", reason: "already_rotated" };
    await tx.prisma.oAuthAppSecret.deleteMany({ where: { appId, expiresAt: { lte: at } } });
    const expiresAt = new Date(at.getTime() + OVERLAPS[overlap]);
    // An overlap may shorten a secret's life, never lengthen it.
    await tx.prisma.oAuthAppSecret.updateMany({
      where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }] },
      data: { expiresAt },
    });
    const details = { overlap };
    recordAction(tx, { name: "oauth_app.rotate_secret", userId, resourceId: appId, scope: "service", details });
    return { kind: "rotated", secret: await createClientSecret(tx, appId) };
  });
}

export async function endOverlap({ userId }: AdminAccess, appId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockApp(tx, appId);
    const at = now();
    const { count } = await tx.prisma.oAuthAppSecret.updateMany({
      where: { appId, expiresAt: { gt: at } },
      data: { expiresAt: at },
    });
    if (count > 0) {
      recordAction(tx, { name: "oauth_app.end_secret_overlap", userId, resourceId: appId, scope: "service" });
    }
  });
}
