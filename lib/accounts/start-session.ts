import { now } from "@/lib/platform/clock";
import { type Transaction, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { SESSION_LIFETIME_MS, SESSIONS_PER_PERSON_MAX } from "@/lib/platform/limits";
import { keepHeader } from "@/lib/platform/mask-secrets";

interface NewSession {
  userId: string;
  userAgent: string | null;
  /** Of a command line. */
  tokenHash?: Uint8Array<ArrayBuffer>;
  deviceName?: string;
  place?: string | null;
}

/** For someone who has proved who they are. */
export async function startSession(userId: string, userAgent: string | null): Promise<string> {
  const { id } = await transaction((tx) => beginSessionRow(tx, { userId, userAgent: keepHeader(userAgent) }));
  return id;
}

/** Beyond the maximum, the sessions used longest ago end. */
export async function beginSessionRow({ prisma: { session } }: Transaction, started: NewSession) {
  const [id, at] = [newId("ses"), now()];
  const { userId } = started;
  const expiresAt = new Date(at.getTime() + SESSION_LIFETIME_MS);
  await session.create({ data: { ...started, id, createdAt: at, lastUsedAt: at, expiresAt } });
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
