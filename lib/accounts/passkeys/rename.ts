import { recordAction } from "@/lib/audit/record-action";
import { transaction } from "@/lib/db/transaction";
import { checkInput } from "@/lib/platform/check-input";
import { notFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { PasskeyName } from "./passkey";

export async function renamePasskey(userId: string, id: string, typed: string): Promise<void> {
  if (!isId("pky", id)) throw notFound();
  const { name } = checkInput(PasskeyName, { name: typed });
  await transaction(async (tx) => {
    const old = await tx.prisma.passkey.findFirst({ where: { id, userId }, select: { name: true } });
    if (!old) throw notFound();
    if (old.name === name) return;
    const { count } = await tx.prisma.passkey.updateMany({ where: { id, userId }, data: { name } });
    if (count === 0) throw notFound();
    recordAction(tx, { name: "passkey.rename", userId, resourceId: id, scope: "own area" });
  });
}
