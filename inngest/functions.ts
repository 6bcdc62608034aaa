import type { InngestFunction } from "inngest";
import { answerProbes } from "./answer-probe";
import { dispatchDeliveries } from "./dispatch-deliveries";
import { eraseDeliveryHistory } from "./erase-history";
import { finishRotations } from "./finish-rotations";
import { housekeeping } from "./housekeeping";
import { runAgent, sweepAgentRuns, testConnector } from "./run-agent";
import { sweepDeliveries } from "./sweep-deliveries";

/** Every background function: what `/api/inngest` serves and the embedded runner runs. */
export const functions: InngestFunction.Any[] = [
  dispatchDeliveries,
  sweepDeliveries,
  finishRotations,
  eraseDeliveryHistory,
  runAgent,
  testConnector,
  sweepAgentRuns,
  answerProbes,
  ...housekeeping,
];
