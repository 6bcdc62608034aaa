import { z } from "zod";
import { recordAction } from "../audit/record-action";
import { transaction } from "../db/transaction";
import { checkInput } from "../platform/check-input";
import { notFound } from "../platform/errors";
import { AllowedNetworks } from "./api-key";
import { describeAction } from "./issue";
import { LOCK_KEY } from "./keys.sql";
import type { KeyAccess } from "./queries";

const Networks = z.object({ allowedNetworks: AllowedNetworks });

export async function setNetworks(access: KeyAccess, typed: string): Promise<void> {
  const { allowedNetworks: to } = checkInput(Networks, { allowedNetworks: typed });
  const { id } = access.key;
  await transaction(async (tx) => {
    const [old] = await tx.query(LOCK_KEY, { id });
    if (!old) throw notFound();
    const from = old.allowedNetworks;
    if (from.join() === to.join()) return;
    await tx.prisma.apiKey.update({ where: { id }, data: { allowedNetworks: to } });
    recordAction(tx, { name: "api_key.set_networks", ...describeAction(access, id), details: { from, to } });
  });
}
