import { recordAct } from "../audit/record-act";
import { transaction } from "../db/transaction";
import { checkTypedName } from "../platform/check-typed-name";
import { now } from "../platform/clock";
import { describeAct } from "./issue";
import type { KeyAccess } from "./queries";

/** The name is typed by hand, because this cannot be undone. A key revoked before keeps the time of its revocation. */
export async function revokeKey(access: KeyAccess, typedName: string): Promise<void> {
  const { userId, key } = access;
  checkTypedName(typedName, key.name);
  await transaction(async (tx) => {
    const { count } = await tx.prisma.apiKey.updateMany({
      where: { id: key.id, revokedAt: null },
      data: { revokedAt: now(), revokedById: userId },
    });
    if (count > 0) recordAct(tx, { name: "api_key.revoke", ...describeAct(access, key.id) });
  });
}
