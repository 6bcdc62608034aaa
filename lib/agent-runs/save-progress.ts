import type { Prisma } from "../../prisma/client/client";
import { query } from "../platform/db";
import { prisma } from "../platform/prisma";
import { ClaimLost } from "./claim-run";
import { SAVE_GATEWAY_HOST, SAVE_QUESTION } from "./lease.sql";
import type { Hold } from "./renew-lease";
import type { RunStep } from "./run";

export function saveSteps(hold: Hold, steps: readonly RunStep[]): Promise<void> {
  return save(hold, { steps: steps.map((step) => ({ ...step })) });
}

export function saveReservation(hold: Hold, reservationId: string | null): Promise<void> {
  return save(hold, { reservationId });
}

export function saveAnswer(hold: Hold, answer: string): Promise<void> {
  return save(hold, { answer });
}

async function save({ id, token }: Hold, data: Prisma.AgentRunUpdateManyMutationInput): Promise<void> {
  const { count } = await prisma().agentRun.updateMany({ where: { id, claimToken: token, state: "RUNNING" }, data });
  if (count === 0) throw new ClaimLost();
}

export async function saveGatewayHost({ id, token }: Hold, gatewayHost: string | null): Promise<void> {
  requireHeld(await query(SAVE_GATEWAY_HOST, [id, token, gatewayHost]));
}

/** On record before anything leaves: the prompt, the ids in it, and the session key. */
export async function saveQuestion(
  { id, token }: Hold,
  { prompt, sentIds, sessionKey }: { prompt: string; sentIds: string[]; sessionKey: string },
): Promise<void> {
  requireHeld(await query(SAVE_QUESTION, [id, token, prompt, sentIds, sessionKey]));
}

function requireHeld(saved: readonly unknown[]): void {
  if (saved.length === 0) throw new ClaimLost();
}
