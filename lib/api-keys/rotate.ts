import { recordAction } from "../audit/record-action";
import { transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { OVERLAPS } from "../platform/overlap";
import { copyKeyUnits } from "../usage/count-key-units";
import { type RotateKey, type RotationRefusal, refuseRotation, renewExpiry } from "./api-key";
import { describeAction, type IssuedKey, insertKey } from "./issue";
import { LOCK_KEY } from "./keys.sql";
import type { KeyAccess } from "./queries";

export type RotationResult = { kind: "rotated"; issued: IssuedKey } | { kind: "refused"; reason: RotationRefusal };

export function rotateKey(access: KeyAccess, { overlap }: RotateKey): Promise<RotationResult> {
  const { id } = access.key;
  return transaction(async (tx) => {
    const [old] = await tx.query(LOCK_KEY, { id });
    if (!old) throw notFound();
    const successor = await tx.prisma.apiKey.findUnique({ where: { rotatedFromId: id }, select: { id: true } });
    const at = now();
    const reason = refuseRotation({ ...old, isReplaced: successor !== null }, at);
    if (reason) return { kind: "refused", reason };
    const { name, scopes, monthlyUnitsMax, allowedNetworks } = old;
    const copied = { name, scopes: [...scopes], monthlyUnitsMax, allowedNetworks: [...allowedNetworks] };
    const facts = { ...copied, expiresAt: renewExpiry(old, at) };
    const issued = await insertKey(tx, access, facts, id);
    // A rotation must not double the budget.
    if (monthlyUnitsMax !== null) await copyKeyUnits(tx, { id, entityId: access.owner.billingEntityId }, issued.id);
    const expiresAt = new Date(at.getTime() + OVERLAPS[overlap]);
    // An overlap shortens the old key's life and never lengthens it.
    if (old.expiresAt === null || old.expiresAt > expiresAt) {
      await tx.prisma.apiKey.update({ where: { id }, data: { expiresAt } });
    }
    recordAction(tx, {
      name: "api_key.rotate",
      ...describeAction(access, id),
      details: { successorId: issued.id, overlap },
    });
    return { kind: "rotated", issued };
  });
}
