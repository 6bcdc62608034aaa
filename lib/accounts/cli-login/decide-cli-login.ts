import { recordAct } from "@/lib/audit/record-act";
import { transaction } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";

/** One statement decides: of two decisions at the same moment, one finds nothing. False: decided before, or expired. */
export function decideCliLogin(loginId: string, userId: string, isApproved: boolean): Promise<boolean> {
  return transaction(async (tx) => {
    const at = now();
    const { count } = await tx.prisma.cliLogin.updateMany({
      where: { id: loginId, decidedAt: null, expiresAt: { gt: at } },
      data: { decidedAt: at, decidedById: userId, isApproved },
    });
    if (count === 0) return false;
    const name = isApproved ? "cli_login.approve" : "cli_login.deny";
    recordAct(tx, { name, userId, resourceId: loginId, scope: "own area" });
    return true;
  });
}
