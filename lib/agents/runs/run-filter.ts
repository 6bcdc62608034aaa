import { isId } from "../../platform/ids";
import { readTimeSpan, startOfSpan, type TimeSpan } from "../../platform/time-span";
import { ACTION_NAMES, type ActionName } from "../connectors/connector";
import type { RunFilters, RunSummary } from "./queries";
import { RUN_STATES, type RunState } from "./run";

export interface RunQuery {
  connector: string;
  action: ActionName | "";
  state: RunState | "";
  room: string;
  since: TimeSpan | "";
}

export function readRunQuery(read: (name: string) => string): RunQuery {
  const id = (prefix: "conn" | "room", name: string) => (isId(prefix, read(name)) ? read(name) : "");
  return {
    connector: id("conn", "connector"),
    action: ACTION_NAMES.find((name) => name === read("action")) ?? "",
    state: RUN_STATES.find((state) => state === read("state")) ?? "",
    room: id("room", "room"),
    since: readTimeSpan(read("since")),
  };
}

export function toRunFilter({ connector, action, state, room, since }: RunQuery, now: Date): RunFilters {
  return {
    connectorId: connector || undefined,
    action: action || undefined,
    state: state || undefined,
    roomId: room || undefined,
    from: since ? startOfSpan(since, now) : undefined,
  };
}

export function printRun({ id, state, steps, unitsCharged, written }: RunSummary): string {
  return `${id} ${state} ${unitsCharged} ${written.length} ${steps.map((step) => step.state).join("")}`;
}
