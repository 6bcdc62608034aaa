import { randomUUID } from "node:crypto";
import { AppError } from "../platform/errors";
import { AGENT_RUN_ATTEMPTS_MAX, AGENT_RUN_TIMEOUT_MS } from "../platform/limits";
import { releaseReservation } from "../usage/end-reservations";
import { reserveUnits } from "../usage/reserve";
import type { Action, Work } from "./action";
import { findAction } from "./actions";
import { callAsAgent, requireAction } from "./admit";
import { type Pulse, startPulse } from "./pulse";
import { CANCELLED, RunEnded, type RunResult, TIMED_OUT } from "./run";
import { endHeldRun, type RunEnd } from "./run-end-store";
import { type ClaimedRun, ClaimLost, claimTest, keepReservation, letGoOfRun } from "./run-work-store";
import { openConnectorToRun, type RunnableConnector } from "./runtime-store";
import { isWorkLeft, takeTurn } from "./turn-store";
import { startWork } from "./work";

/** When a worker asks for the next run; null: nothing waits, or the workers of the runs under way will ask. */
type NextTurn = Date | "at once" | null;

/** Works the oldest agent run of a billing entity to its end, if there is one whose turn it is. */
export async function executeNextRun(billingEntityId: string, worker: string): Promise<NextTurn> {
  const turn = await takeTurn(billingEntityId, worker);
  if (turn.kind === "none") return null;
  if (turn.kind === "later") return turn.at;
  await execute(turn.run);
  return (await isWorkLeft(billingEntityId)) ? "at once" : null;
}

/** Works a test of a connection to its end. `held`: another process has it. */
export async function executeTest(runId: string): Promise<"held" | "over"> {
  const run = await claimTest(runId, randomUUID());
  if (run !== "held" && run !== "over") await execute(run);
  return run === "held" ? "held" : "over";
}

async function execute(run: ClaimedRun): Promise<void> {
  const pulse = startPulse(run, AGENT_RUN_TIMEOUT_MS);
  try {
    const end = await work(run, pulse);
    await endHeldRun(run.id, run.token, end);
  } catch (error) {
    // The process that has it now goes on with it, or the next that asks.
    if (error instanceof ClaimLost) return;
    await letGoOfRun(run).catch(() => undefined);
    throw error;
  } finally {
    pulse.stop();
  }
}

async function work(run: ClaimedRun, pulse: Pulse): Promise<RunEnd> {
  try {
    if (run.isCancelled) throw CANCELLED();
    if (run.attempts > AGENT_RUN_ATTEMPTS_MAX) {
      throw new RunEnded(
        "failed",
        "interrupted",
        "The service was interrupted while this run was under way, too often to go on.",
      );
    }
    const result = await act(run, pulse);
    return { state: "succeeded", code: null, message: null, result };
  } catch (error) {
    return describeEnd(error, pulse);
  }
}

/** Everything that was asked when the run was accepted is asked again: it may have waited, and things change. */
async function act(run: ClaimedRun, pulse: Pulse): Promise<RunResult> {
  const action = requireKnown(run);
  const admit = async () => {
    const connector = await openConnectorToRun(run.requestedById, run.connectorId).catch(explainGone);
    const caller = callAsAgent(connector);
    requireAction(caller, connector, action);
    const place = await action.open(caller, connector, run.input);
    return { connector, place };
  };
  const { connector, place } = await admit();
  await reserve(run, connector);
  const running: Work = await startWork({ run, connector, place, signal: pulse.signal });
  const reopen = async () => (await admit()).place;
  return action.run(running, run.input, place, reopen);
}

function explainGone(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const message = "The connector was deleted, or is no longer this person's to run.";
  throw new RunEnded("failed", "connector_gone", message);
}

function requireKnown({ action: name }: ClaimedRun): Action {
  const action = findAction(name);
  if (!action) throw new RunEnded("failed", "unknown_action", `There is no action ${name} any more.`);
  return action;
}

/** §8. What a process before this one had reserved is given back first: it lapses when that one is gone. */
async function reserve(run: ClaimedRun, { billing }: RunnableConnector): Promise<void> {
  if (run.reservationId !== null) await releaseReservation(run.reservationId);
  const { reservation, state } = await reserveUnits(billing, run.units);
  if (!reservation) {
    const message = `The units of this month are used up. They return on ${state.resetAt.toISOString()}.`;
    throw new RunEnded("failed", "api_units_exceeded", message);
  }
  await keepReservation(run, reservation.id);
}

/** What stopped the run comes before what broke because of it. Anything unforeseen is thrown on, and tried again. */
function describeEnd(error: unknown, pulse: Pulse): RunEnd {
  const stopped = pulse.stopped();
  if (stopped === "lost") throw new ClaimLost();
  if (stopped !== null) return toEnd(stopped === "cancelled" ? CANCELLED() : TIMED_OUT());
  if (error instanceof RunEnded) return toEnd(error);
  if (!(error instanceof AppError)) throw error;
  const reason = error.details?.["reason"];
  const code = typeof reason === "string" ? reason : error.code;
  return { state: "failed", code, message: error.message, result: null };
}

function toEnd({ state, code, message }: RunEnded): RunEnd {
  return { state, code, message, result: null };
}
