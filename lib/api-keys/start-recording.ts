import { recordAction } from "../audit/record-action";
import { prisma } from "../db/prisma";
import { requireUnheld } from "../db/require-unheld";
import { transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { AppError } from "../platform/errors";
import { isUsable, RECORDING_MS } from "./api-key";
import { describeAction } from "./issue";
import { LOCK_KEY } from "./keys.sql";
import type { KeyAccess } from "./queries";

export async function startRecording(access: KeyAccess): Promise<void> {
  const { id } = access.key;
  await transaction(async (tx) => {
    const [key] = await tx.query(LOCK_KEY, { id });
    const at = now();
    if (!key || !isUsable(key, at)) throw new AppError("not_found", "The key no longer works.");
    const recordedUntil = new Date(at.getTime() + RECORDING_MS);
    await tx.prisma.apiKey.update({ where: { id }, data: { recordedUntil } });
    const details = { until: recordedUntil.toISOString() };
    recordAction(tx, { name: "api_key.start_recording", ...describeAction(access, id), details });
  });
}

export async function stopRecording(access: KeyAccess, { deletes }: { deletes: boolean }): Promise<void> {
  const { id } = access.key;
  await transaction(async (tx) => {
    if (deletes) await requireUnheld(tx, access.owner.billingEntityId);
    // A request settled meanwhile holds the key's row, so its bodies exist before the deletion below.
    const { count } = await tx.prisma.apiKey.updateMany({
      where: { id, recordedUntil: { not: null } },
      data: { recordedUntil: null },
    });
    if (deletes) await tx.prisma.recordedBody.deleteMany({ where: { apiKeyId: id } });
    if (count > 0 || deletes)
      recordAction(tx, {
        name: "api_key.stop_recording",
        ...describeAction(access, id),
        details: { deleted: deletes },
      });
  });
}

export function countRecorded({ id }: { id: string }, most: number): Promise<number> {
  return prisma().recordedBody.count({ where: { apiKeyId: id }, take: most });
}
