import { query } from "../platform/db";
import type { Statement } from "../platform/statement";
import { ClaimLost } from "./claim-run";
import { SAVE_ANSWER, SAVE_GATEWAY_HOST, SAVE_QUESTION, SAVE_RESERVATION, SAVE_STEPS } from "./lease.sql";
import type { Hold } from "./renew-lease";
import type { RunStep } from "./run";

export function saveSteps({ id, token }: Hold, steps: readonly RunStep[]): Promise<void> {
  return save(SAVE_STEPS, [id, token, JSON.stringify(steps)]);
}

export function saveReservation({ id, token }: Hold, reservationId: string | null): Promise<void> {
  return save(SAVE_RESERVATION, [id, token, reservationId]);
}

export function saveGatewayHost({ id, token }: Hold, gatewayHost: string | null): Promise<void> {
  return save(SAVE_GATEWAY_HOST, [id, token, gatewayHost]);
}

/** On record before anything leaves: the prompt, the ids in it, and the session key. */
export function saveQuestion(
  { id, token }: Hold,
  { prompt, sentIds, sessionKey }: { prompt: string; sentIds: string[]; sessionKey: string },
): Promise<void> {
  return save(SAVE_QUESTION, [id, token, prompt, sentIds, sessionKey]);
}

export function saveAnswer({ id, token }: Hold, answer: string): Promise<void> {
  return save(SAVE_ANSWER, [id, token, answer]);
}

async function save<Values extends readonly unknown[], Row>(
  statement: Statement<Values, Row>,
  values: Values,
): Promise<void> {
  if ((await query(statement, values)).length === 0) throw new ClaimLost();
}
