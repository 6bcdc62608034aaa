import { query, type Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { monthOf } from "./units";
import { BEGIN_KEY_UNITS, COPY_KEY_UNITS, END_KEY_UNITS, READ_UNITS } from "./units.sql";

interface KeyOfEntity {
  id: string;
  entityId: string;
}

export async function beginKeyUnits(tx: Transaction, { id, entityId }: KeyOfEntity): Promise<void> {
  await tx.query(BEGIN_KEY_UNITS, { entityId, month: monthOf(now()), keyId: id });
}

export async function copyKeyUnits(tx: Transaction, { id, entityId }: KeyOfEntity, successorId: string): Promise<void> {
  await tx.query(COPY_KEY_UNITS, { entityId, month: monthOf(now()), keyId: id, successorId });
}

export async function endKeyUnits(tx: Transaction, { id, entityId }: KeyOfEntity): Promise<void> {
  await tx.query(END_KEY_UNITS, { entityId, month: monthOf(now()), keyId: id });
}

export async function readKeyUnits({ id, entityId }: KeyOfEntity): Promise<number> {
  const [month] = await query(READ_UNITS, { entityId, month: monthOf(now()), keyId: id });
  return month?.keyUsed ?? 0;
}
