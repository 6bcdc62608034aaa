import { prisma } from "../../db/prisma";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { encrypt, sha256 } from "../../platform/crypto";
import { isId } from "../../platform/ids";
import { pushSubscriptionPlace } from "../../platform/sealed-places";
import { pushClient } from "./client";
import { PUSH_DEVICES_PER_PERSON_MAX, type PushSubscription } from "./subscription";
import { isPushConfigured } from "./vapid";

interface Browser {
  sessionId: string;
  userId: string;
}

/** A browser has one endpoint, which whoever signs in there last takes over. The oldest devices beyond the limit end. */
export async function subscribe(
  { sessionId, userId }: Browser,
  subscription: PushSubscription,
): Promise<"subscribed" | "refused"> {
  if (!isPushConfigured()) return "refused";
  const { problem } = await pushClient().check(subscription.endpoint);
  // A name that DNS does not know now may be there when something is sent, and is checked then.
  if (problem !== null && problem !== "target_unresolved") return "refused";
  const endpointHash = Uint8Array.from(sha256(subscription.endpoint));
  const ciphertext = encrypt(JSON.stringify(subscription), pushSubscriptionPlace(sessionId));
  await transaction(async ({ prisma: { pushSubscription } }) => {
    await pushSubscription.deleteMany({ where: { OR: [{ sessionId }, { endpointHash }] } });
    await pushSubscription.create({ data: { sessionId, endpointHash, ciphertext, createdAt: now() } });
    const surplus = await pushSubscription.findMany({
      where: { session: { userId } },
      select: { sessionId: true },
      orderBy: [{ createdAt: "desc" }, { sessionId: "desc" }],
      skip: PUSH_DEVICES_PER_PERSON_MAX,
    });
    await pushSubscription.deleteMany({ where: { sessionId: { in: surplus.map((row) => row.sessionId) } } });
  });
  return "subscribed";
}

export async function endPushes({ sessionId, userId }: Browser): Promise<void> {
  if (!isId("ses", sessionId)) return;
  await prisma().pushSubscription.deleteMany({ where: { sessionId, session: { userId } } });
}
