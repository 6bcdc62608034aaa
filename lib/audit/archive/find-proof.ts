import { type ProofState, proveRow, type RowKey } from "../proof/find-proof";
import { readLeaves } from "./read-leaves";

/** null: this entity has no such row, in PostgreSQL or in the archive, or nothing is signed. */
export function findProof(owner: { billingEntityId: string | null }, key: RowKey): Promise<ProofState | null> {
  return proveRow(owner, key, readLeaves);
}
