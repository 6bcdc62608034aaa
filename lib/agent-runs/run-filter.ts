import { ACTION_NAMES, type ActionName } from "../connectors/connector";
import { isId } from "../platform/ids";
import type { RunFilters, RunSummary } from "./queries";
import { RUN_STATES, type RunState } from "./run";

/** How far back the screen looks, by name in the address. */
const SPANS = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
type Span = keyof typeof SPANS;
export const RUN_SPANS = Object.keys(SPANS) as Span[];

/** As the address says it; what cannot be read is no filter. */
export interface RunQuery {
  connector: string;
  action: ActionName | "";
  state: RunState | "";
  room: string;
  since: Span | "";
}

export function readRunQuery(read: (name: string) => string): RunQuery {
  const id = (prefix: "conn" | "room", name: string) => (isId(prefix, read(name)) ? read(name) : "");
  return {
    connector: id("conn", "connector"),
    action: ACTION_NAMES.find((name) => name === read("action")) ?? "",
    state: RUN_STATES.find((state) => state === read("state")) ?? "",
    room: id("room", "room"),
    since: RUN_SPANS.find((span) => span === read("since")) ?? "",
  };
}

export function toRunFilter({ connector, action, state, room, since }: RunQuery, now: Date): RunFilters {
  return {
    connectorId: connector || undefined,
    action: action || undefined,
    state: state || undefined,
    roomId: room || undefined,
    from: since ? new Date(now.getTime() - SPANS[since]) : undefined,
  };
}

/** Differs when anything has changed that a screen shows of a run. */
export function printRun({ id, state, steps, unitsCharged, written }: RunSummary): string {
  return `${id} ${state} ${unitsCharged} ${written.length} ${steps.map((step) => step.state).join("")}`;
}
