import type { Transaction } from "../platform/db";
import type { WrittenThing } from "./run";

/** A thing's name within its run. */
export type NamedThing = Pick<WrittenThing, "type" | "proposal">;
export type KeptThing = WrittenThing;

/** For a run whose row this transaction has locked: what stands on it already is not written again. */
export async function writeNamed(
  tx: Transaction,
  run: { id: string; written: readonly KeptThing[] },
  { type, proposal }: NamedThing,
  write: (tx: Transaction) => Promise<string>,
): Promise<string> {
  const before = run.written.find((thing) => thing.type === type && thing.proposal === proposal);
  if (before) return before.id;
  const thing: KeptThing = { type, id: await write(tx), proposal };
  await tx.sql("note_written", "UPDATE agent_runs SET written = written || $2::jsonb WHERE id = $1", [
    run.id,
    JSON.stringify([thing]),
  ]);
  return thing.id;
}
