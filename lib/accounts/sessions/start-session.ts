import { type Transaction, transaction } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { invalid } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { SESSION_LIFETIME_MS, SESSIONS_PER_PERSON_MAX } from "@/lib/platform/limits";
import { maskHeader } from "@/lib/platform/mask-secrets";
import { LOCK_PASSWORD } from "../accounts.sql";
import { markPassword } from "../sign-in/password";

interface NewSession {
  userId: string;
  userAgent: string | null;
  tokenHash?: Uint8Array<ArrayBuffer>;
  deviceName?: string;
  place?: string | null;
  isKnownDevice?: boolean;
}

interface Entry {
  isKnownDevice?: boolean;
  passwordMark?: string | undefined;
}

export async function startSession(
  userId: string,
  userAgent: string | null,
  { isKnownDevice = false, passwordMark }: Entry = {},
): Promise<string> {
  const started = { userId, userAgent: maskHeader(userAgent), isKnownDevice };
  return transaction(async (tx) => {
    if (passwordMark !== undefined) await requirePassword(tx, userId, passwordMark);
    const { id } = await beginSessionRow(tx, started);
    return id;
  });
}

/** Checking a password takes a moment, in which its owner may have set another and ended every session. */
async function requirePassword(tx: Transaction, userId: string, mark: string): Promise<void> {
  const [current] = await tx.query(LOCK_PASSWORD, { userId });
  if (current?.hash && markPassword(current.hash) === mark) return;
  throw invalid([{ path: "email", message: "sign_in_refused" }]);
}

export async function beginSessionRow(tx: Transaction, { isKnownDevice = false, ...started }: NewSession) {
  const { session } = tx.prisma;
  const [id, at] = [newId("ses"), now()];
  const { userId } = started;
  const expiresAt = new Date(at.getTime() + SESSION_LIFETIME_MS);
  const isNewDevice = !isKnownDevice && (await wasUsedBefore(tx, userId, at));
  await session.create({ data: { ...started, isNewDevice, id, createdAt: at, lastUsedAt: at, expiresAt } });
  const surplus = await session.findMany({
    where: { userId, endedAt: null, expiresAt: { gt: at } },
    select: { id: true },
    orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
    skip: SESSIONS_PER_PERSON_MAX,
  });
  const ids = surplus.map((ended) => ended.id);
  if (ids.length > 0) await session.updateMany({ where: { id: { in: ids }, endedAt: null }, data: { endedAt: at } });
  return { id, expiresAt };
}

/** An account's first sign-in is no news to its owner. Old sessions are erased, so the account's age counts too. */
async function wasUsedBefore({ prisma: { session, user } }: Transaction, userId: string, at: Date): Promise<boolean> {
  if (await session.findFirst({ where: { userId }, select: { id: true } })) return true;
  const isOld = { lt: new Date(at.getTime() - SESSION_LIFETIME_MS) };
  return (await user.findFirst({ where: { id: userId, createdAt: isOld }, select: { id: true } })) !== null;
}
