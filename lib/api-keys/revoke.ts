import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { describeAct } from "./issue";
import type { KeyAccess } from "./queries";

/** Typed by hand, because it cannot be undone. A key that was revoked before stays revoked when it was. */
export async function revokeKey(access: KeyAccess, typedName: string): Promise<void> {
  const { userId, key } = access;
  if (typedName.trim() !== key.name) throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
  await transaction(async (tx) => {
    const revoked = await tx.sql(
      "revoke_api_key",
      "UPDATE api_keys SET revoked_at = $2, revoked_by_id = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING id",
      [key.id, now(), userId],
    );
    if (revoked.length > 0) recordAct(tx, { name: "api_key.revoke", ...describeAct(access, key.id) });
  });
}
