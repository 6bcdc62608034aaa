import { randomUUID } from "node:crypto";
import { AppError } from "../../platform/errors";
import { AGENT_RUN_ATTEMPTS_MAX, AGENT_RUN_TIMEOUT_MS } from "../../platform/limits";
import { endReservation } from "../../usage/end-reservations";
import { reserveUnits } from "../../usage/reserve";
import { findAction } from "./actions";
import { callAsAgent, requireAction } from "./agent-caller";
import { type ClaimedRun, claimTest, isWorkLeft, takeTurn } from "./claim-run";
import { endHeldRun, type RunEnd } from "./end-run";
import { openConnectorToRun, type RunnableConnector } from "./open-connector";
import { ClaimLost, type Heartbeat, releaseRun, saveProgress, startHeartbeat } from "./renew-lease";
import { CANCELLED, RunEnded, type RunResult, TIMED_OUT } from "./run";
import { startWork } from "./work";

type NextTurn = Date | "at once" | null;

export async function executeNextRun(billingEntityId: string, worker: string): Promise<NextTurn> {
  const turn = await takeTurn(billingEntityId, worker);
  if (turn.kind === "none") return null;
  if (turn.kind === "later") return turn.at;
  await execute(turn.run);
  return (await isWorkLeft(billingEntityId)) ? "at once" : null;
}

export async function executeTest(runId: string): Promise<"held" | "over"> {
  const run = await claimTest(runId, randomUUID());
  if (run === "held" || run === "over") return run;
  await execute(run);
  return "over";
}

async function execute(run: ClaimedRun): Promise<void> {
  const heartbeat = startHeartbeat(run, AGENT_RUN_TIMEOUT_MS);
  try {
    await endHeldRun(run.id, run.token, await work(run, heartbeat));
  } catch (error) {
    if (error instanceof ClaimLost) return;
    await releaseRun(run).catch(() => undefined);
    throw error;
  } finally {
    heartbeat.stop();
  }
}

async function work(run: ClaimedRun, heartbeat: Heartbeat): Promise<RunEnd> {
  try {
    if (run.isCancelled) throw CANCELLED();
    if (run.attempts > AGENT_RUN_ATTEMPTS_MAX) {
      const message = "The service was interrupted too often during this run.";
      throw new RunEnded("failed", "interrupted", message);
    }
    return { state: "succeeded", code: null, message: null, result: await act(run, heartbeat) };
  } catch (error) {
    return describeEnd(error, heartbeat);
  }
}

/** The gates are passed again, because the run may have waited and access may have changed. */
async function act(run: ClaimedRun, heartbeat: Heartbeat): Promise<RunResult> {
  const action = findAction(run.action);
  if (!action) throw new RunEnded("failed", "unknown_action", `The action ${run.action} no longer exists.`);
  const passGates = async () => {
    const connector = await openConnectorToRun(run.requestedById, run.connectorId).catch(explainGone);
    const caller = callAsAgent(connector);
    requireAction(caller, connector, action);
    const target = await action.open(caller, connector, run.input);
    return { connector, target };
  };
  const { connector, target } = await passGates();
  await reserve(run, connector);
  const work = await startWork({ run, connector, target, signal: heartbeat.signal });
  return action.run(work, run.input, target, async () => (await passGates()).target);
}

function explainGone(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const message = "The connector was deleted, or this person may no longer run it.";
  throw new RunEnded("failed", "connector_gone", message);
}

async function reserve(run: ClaimedRun, { billing }: RunnableConnector): Promise<void> {
  if (run.reservationId !== null) await endReservation(run.reservationId);
  const { reservation, state } = await reserveUnits(billing, run.units);
  if (!reservation) {
    const message = `This month's units are used up. They reset on ${state.resetAt.toISOString()}.`;
    throw new RunEnded("failed", "api_units_exceeded", message);
  }
  await saveProgress(run, { reservationId: reservation.id });
}

/** Failures that follow a stop are not its reason. An unforeseen error is thrown on, and retried. */
function describeEnd(error: unknown, heartbeat: Heartbeat): RunEnd {
  const stopped = heartbeat.stopped();
  if (stopped === "lost") throw new ClaimLost();
  if (stopped !== null) return stopped === "cancelled" ? CANCELLED() : TIMED_OUT();
  if (error instanceof RunEnded) return error;
  if (!(error instanceof AppError)) throw error;
  const reason = error.details?.["reason"];
  return new RunEnded("failed", typeof reason === "string" ? reason : error.code, error.message);
}
