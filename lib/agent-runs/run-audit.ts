import type { RunState as StoredState } from "../../prisma/client/enums";
import type { AuditRow } from "../audit/settle";
import type { ToolProfile } from "../connectors/connector";
import { now } from "../platform/clock";
import { listScopes } from "./agent-caller";
import type { RunState } from "./run";

/** A run that has just ended, also when its user no longer sees the connector. */
export interface EndedRun {
  action: string;
  requestId: string;
  startedAt: Date | null;
  connectorId: string;
  requestedById: string;
  billingEntityId: string;
  organizationId: string | null;
  toolProfile: ToolProfile;
}

const STATUS = { succeeded: 200, failed: 502, cancelled: 499, timed_out: 504 } as const;
export type EndState = keyof typeof STATUS;

/** As the database spells it. */
export function storedState(state: RunState): StoredState {
  return state.toUpperCase() as StoredState;
}

/** §5: the agent is the actor, for its person. The row holds nothing of prompt and answer. */
export function draftRunAudit(run: EndedRun, end: { state: EndState; code: string | null; units: number }): AuditRow {
  const at = now();
  return {
    at: at.toISOString(),
    requestId: run.requestId,
    surface: "connector",
    method: "RUN",
    route: `runs/${run.action}`,
    status: STATUS[end.state],
    errorCode: end.code,
    authMethod: "session",
    actorType: "agent",
    actorId: run.connectorId,
    scopes: listScopes(run.toolProfile).join(" "),
    billingEntityId: run.billingEntityId,
    organizationId: run.organizationId,
    userId: run.requestedById,
    apiKeyId: null,
    appId: null,
    grantId: null,
    externalTokenId: null,
    unitsCost: end.units,
    durationMs: measure(run.startedAt, at),
  };
}

/** The column is an integer, and an abandoned run may be found after a month. */
const DURATION_MAX_MS = 2_147_483_647;

function measure(startedAt: Date | null, at: Date): number {
  if (startedAt === null) return 0;
  return Math.min(DURATION_MAX_MS, Math.max(0, at.getTime() - startedAt.getTime()));
}
