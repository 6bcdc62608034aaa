import { recordOrigin } from "../../access/origin";
import { type Transaction, transaction } from "../../db/transaction";
import { recordTrace } from "../../platform/trace-context";
import { ADD_WRITTEN, LOCK_HELD_RUN } from "./lease.sql";
import { ClaimLost, type Hold } from "./renew-lease";
import { CANCELLED, type WrittenThing } from "./run";

export type NamedThing = Pick<WrittenThing, "type" | "proposal">;

export type WriteThing = (tx: Transaction) => Promise<string>;

/**
 * §4 rule 3: the key is the run's id and the thing's name. The row stays locked while the thing is written, so no
 * second or late process writes it again.
 */
export async function writeOnce({ id, token }: Hold, thing: NamedThing, write: WriteThing): Promise<void> {
  await transaction(async (tx) => {
    const [run] = await tx.query(LOCK_HELD_RUN, { runId: id, token });
    if (!run) throw new ClaimLost();
    if (run.isCancelled) throw CANCELLED();
    recordOrigin(tx, { viaId: run.connectorId, viaRequestId: run.requestId });
    recordTrace(tx, run.traceId);
    await writeNamed(tx, { id, written: run.written }, thing, write);
  });
}

export async function writeNamed(
  tx: Transaction,
  run: { id: string; written: readonly WrittenThing[] },
  { type, proposal }: NamedThing,
  write: WriteThing,
): Promise<string> {
  const before = run.written.find((thing) => thing.type === type && thing.proposal === proposal);
  if (before) return before.id;
  const thing: WrittenThing = { type, id: await write(tx), proposal };
  await tx.query(ADD_WRITTEN, { runId: run.id, things: JSON.stringify([thing]) });
  return thing.id;
}
