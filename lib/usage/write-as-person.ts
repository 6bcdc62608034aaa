import { type Open, openAsPerson } from "../access/open-as-person";
import { type Transaction, transaction } from "../db/transaction";
import { limitPersonWrites } from "./limit-burst";

export async function writeAsPerson<Params extends { roomId: string }, Access, Result>(
  userId: string,
  params: Params,
  open: Open<Params, Access>,
  write: (tx: Transaction, access: Access) => Promise<Result>,
): Promise<Result> {
  const access = await openAsPerson(userId, params, open);
  await limitPersonWrites(userId);
  return transaction((tx) => write(tx, access));
}
