import { type ProofState, proveRow, type RowKey } from "../proof/find-proof";
import { readLeaves } from "./read-leaves";

export function findProof(owner: { billingEntityId: string | null }, key: RowKey): Promise<ProofState | null> {
  return proveRow(owner, key, readLeaves);
}
