import { z } from "zod";
import { recordAction } from "../audit/record-action";
import { transaction } from "../db/transaction";
import { checkInput } from "../platform/check-input";
import { notFound } from "../platform/errors";
import { beginKeyUnits, endKeyUnits } from "../usage/count-key-units";
import { KEY_BUDGET_MAX } from "./api-key";
import { describeAction } from "./issue";
import { LOCK_KEY } from "./keys.sql";
import type { KeyAccess } from "./queries";

const Budget = z
  .string()
  .trim()
  .regex(/^\d{0,12}$/, "budget_unreadable")
  .transform((typed) => (typed === "" ? null : Number(typed)))
  .pipe(z.number().min(1, "budget_out_of_range").max(KEY_BUDGET_MAX, "budget_out_of_range").nullable());

export async function setBudget(access: KeyAccess, typed: string): Promise<void> {
  const limit = checkInput(Budget, typed, "budget");
  const { key, owner } = access;
  await transaction(async (tx) => {
    const [old] = await tx.query(LOCK_KEY, { id: key.id });
    if (!old) throw notFound();
    if (old.monthlyUnitsMax === limit) return;
    await tx.prisma.apiKey.update({ where: { id: key.id }, data: { monthlyUnitsMax: limit } });
    const counted = { id: key.id, entityId: owner.billingEntityId };
    if (limit === null) await endKeyUnits(tx, counted);
    else if (old.monthlyUnitsMax === null) await beginKeyUnits(tx, counted);
    const details = {
      ...(old.monthlyUnitsMax === null ? {} : { from: old.monthlyUnitsMax }),
      ...(limit ? { to: limit } : {}),
    };
    recordAction(tx, { name: "api_key.set_budget", ...describeAction(access, key.id), details });
  });
}
