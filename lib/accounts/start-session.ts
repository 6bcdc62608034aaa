import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { SESSION_LIFETIME_MS, SESSIONS_PER_PERSON_MAX } from "@/lib/platform/limits";
import { keepHeader } from "@/lib/platform/mask-secrets";

/** For someone who has proved who they are. Beyond the maximum, the sessions used longest ago end. */
export function startSession(userId: string, userAgent: string | null): Promise<string> {
  const [id, at] = [newId("ses"), now()];
  const expiresAt = new Date(at.getTime() + SESSION_LIFETIME_MS);
  return transaction(async ({ prisma: { session } }) => {
    const data = { id, userId, userAgent: keepHeader(userAgent), createdAt: at, lastUsedAt: at, expiresAt };
    await session.create({ data });
    const surplus = await session.findMany({
      where: { userId, endedAt: null, expiresAt: { gt: at } },
      select: { id: true },
      orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
      skip: SESSIONS_PER_PERSON_MAX,
    });
    const ids = surplus.map((ended) => ended.id);
    if (ids.length > 0) await session.updateMany({ where: { id: { in: ids }, endedAt: null }, data: { endedAt: at } });
    return id;
  });
}
