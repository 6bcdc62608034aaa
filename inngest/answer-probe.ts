import { z } from "zod";
import { prisma } from "../lib/db/prisma";
import { inngest } from "./client";

export const PROBE_SENT = "svc/probe.sent";

const Sent = z.object({ askedAt: z.coerce.date() });

export const answerProbes = inngest.createFunction(
  { id: "answer-probes", triggers: [{ event: PROBE_SENT }], retries: 0 },
  async ({ event }) => {
    await answerProbe(Sent.parse(event.data).askedAt);
  },
);

/** One process in each interval gets true and sends a probe. A clock that was set back does not silence them all. */
export async function claimProbe(at: Date, everyMs: number): Promise<boolean> {
  const { count: created } = await prisma().backgroundProbe.createMany({
    data: [{ id: 1, askedAt: at }],
    skipDuplicates: true,
  });
  if (created > 0) return true;
  const { count } = await prisma().backgroundProbe.updateMany({
    where: { OR: [{ askedAt: { lte: new Date(at.getTime() - everyMs) } }, { askedAt: { gt: at } }] },
    data: { askedAt: at },
  });
  return count > 0;
}

export async function answerProbe(askedAt: Date): Promise<void> {
  await prisma().backgroundProbe.updateMany({ data: { answeredAt: askedAt } });
}

export async function readAnsweredAt(): Promise<Date | null> {
  const probe = await prisma().backgroundProbe.findFirst({ select: { answeredAt: true } });
  return probe?.answeredAt ?? null;
}
