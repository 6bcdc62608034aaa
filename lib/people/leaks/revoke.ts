import { endLeakedSessions } from "../../accounts/sessions/end-session";
import { revokeLeakedKeys } from "../../api-keys/revoke";
import { recordScannerActions } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { revokeLeakedTokens } from "../../oauth/server/revoke-leaked-tokens";
import type { Leak } from "./report";

export function revokeLeaks(
  leaks: readonly Leak[],
  scanner: { keyId: string; requestId: string },
): Promise<ReadonlySet<string>> {
  return transaction(async (tx) => {
    const keys = await revokeLeakedKeys(tx, leaks);
    const tokens = await revokeLeakedTokens(tx, leaks);
    const sessions = await endLeakedSessions(tx, leaks);
    recordScannerActions(tx, scanner, [...keys.acts, ...tokens.acts, ...sessions.acts]);
    return new Set([...keys.known, ...tokens.known, ...sessions.known]);
  });
}
