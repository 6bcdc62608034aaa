import type { InngestFunction } from "inngest";
import { answerProbes } from "./answer-probe";
import { dispatchDeliveries, sweepDeliveries } from "./deliveries";
import { housekeeping } from "./housekeeping";
import { runAgent, sweepAgentRuns, testConnector } from "./run-agent";

/** Every background function, for `/api/inngest` and the embedded runner. */
export const functions: InngestFunction.Any[] = [
  dispatchDeliveries,
  sweepDeliveries,
  runAgent,
  testConnector,
  sweepAgentRuns,
  answerProbes,
  ...housekeeping,
];
