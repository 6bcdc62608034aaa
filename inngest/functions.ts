import type { InngestFunction } from "inngest";
import { answerProbes } from "./answer-probe";
import { dispatchDeliveries, sweepDeliveries } from "./deliveries";
import { housekeeping } from "./housekeeping";
import { sendMails, sweepMails } from "./mail";
import { sendPushes } from "./push";
import { runAgent, sweepAgentRuns, testConnector } from "./run-agent";

export const functions: InngestFunction.Any[] = [
  dispatchDeliveries,
  sweepDeliveries,
  runAgent,
  testConnector,
  sweepAgentRuns,
  sendMails,
  sweepMails,
  sendPushes,
  answerProbes,
  ...housekeeping,
];
