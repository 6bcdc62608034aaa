import { readField } from "@/app/_ui/form/read-field";
import type { Transaction } from "@/lib/db/transaction";
import { openRecordToAct, type RecordAccess } from "@/lib/records/open";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import type { ChangeProblem } from "../../../_messages/changes/changed-message";
import { runTextChange } from "../../../_messages/changes/run-change";

export const readParams = (form: FormData) => ({
  roomId: readField(form, "roomId"),
  recordId: readField(form, "recordId"),
});

export function runCommentChange(
  form: FormData,
  invalid: ChangeProblem,
  write: (tx: Transaction, access: RecordAccess, userId: string) => Promise<void>,
): Promise<ChangeProblem | null> {
  return runTextChange(invalid, (userId) =>
    writeAsPerson(userId, readParams(form), openRecordToAct, (tx, access) => write(tx, access, userId)),
  );
}
