import { database, type Executor, type Transaction } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { LOCK_QUOTA } from "../accounts.sql";
import { hashMailToken, type TokenPurpose } from "./issue-mail-token";

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

export interface OpenToken {
  email: string;
  invitationId: string | null;
}

/** Does not use up the token, because link scanners open it before the person does. */
export async function findMailToken(
  token: string,
  purpose: TokenPurpose,
  on: Executor = database,
): Promise<OpenToken | null> {
  if (!SHAPE.test(token)) return null;
  return on.prisma.mailToken.findUnique({
    where: openToken(token, purpose),
    select: { email: true, invitationId: true },
  });
}

/** One of two concurrent uses succeeds. It also ends every other token of its kind for the address. */
export async function useMailToken(tx: Transaction, token: string, purpose: TokenPurpose): Promise<OpenToken | null> {
  const found = await findMailToken(token, purpose, tx);
  if (found === null) return null;
  const { email } = found;
  await tx.query(LOCK_QUOTA, { name: `mail-token:${purpose}:${sha256(email).toString("hex")}` });
  const data = { usedAt: now() };
  const { count } = await tx.prisma.mailToken.updateMany({ where: openToken(token, purpose), data });
  if (count === 0) return null;
  await tx.prisma.mailToken.updateMany({ where: { email, purpose, usedAt: null }, data });
  return found;
}

function openToken(token: string, purpose: TokenPurpose) {
  return { hash: hashMailToken(token), purpose, usedAt: null, expiresAt: { gt: now() } };
}
