import { recordAction } from "@/lib/audit/record-action";
import { transaction } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { CLI_LOGIN_POLL_MS } from "@/lib/platform/command-line-limits";
import { sha256 } from "@/lib/platform/crypto";
import { makeCliToken } from "../../access/credentials/cli-token";
import { beginSessionRow } from "../sessions/start-session";

export type RedeemedLogin =
  | { kind: "unknown" | "pending" | "slow_down" | "denied" | "expired" }
  | { kind: "approved"; token: string; expiresAt: Date };

/** Timers are inexact; a command line that keeps the interval must not be told to slow down. */
const TOLERANCE_MS = 500;

/** Only the secret collects a session. The code, which other people may see, collects nothing. */
export function redeemCliLogin(secret: string, address: string): Promise<RedeemedLogin> {
  return transaction(async (tx): Promise<RedeemedLogin> => {
    const at = now();
    const secretHash = new Uint8Array(sha256(secret));
    const login = await tx.prisma.cliLogin.findUnique({ where: { secretHash } });
    if (!login || login.collectedAt) return { kind: "unknown" };
    if (login.expiresAt <= at) return { kind: "expired" };
    const { id, deviceName, userAgent, place, decidedById: userId, polledAt } = login;
    if (userId === null) {
      const isEarly = polledAt !== null && at.getTime() - polledAt.getTime() < CLI_LOGIN_POLL_MS - TOLERANCE_MS;
      await tx.prisma.cliLogin.update({ where: { id }, data: { polledAt: at } });
      return { kind: isEarly ? "slow_down" : "pending" };
    }
    const collected = await tx.prisma.cliLogin.updateMany({
      where: { id, collectedAt: null },
      data: { collectedAt: at },
    });
    if (collected.count === 0) return { kind: "unknown" };
    if (!login.isApproved) return { kind: "denied" };
    const token = makeCliToken();
    const commandLine = { tokenHash: new Uint8Array(sha256(token)), deviceName, place };
    const session = await beginSessionRow(tx, { userId, userAgent, ...commandLine });
    const details = { method: "command_line", address: address.slice(0, ADDRESS_MAX_LENGTH) };
    recordAction(tx, { name: "session.start", userId, resourceId: session.id, scope: "own area", details });
    return { kind: "approved", token, expiresAt: session.expiresAt };
  });
}

const ADDRESS_MAX_LENGTH = 64;
