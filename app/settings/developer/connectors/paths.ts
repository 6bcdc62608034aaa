export const CONNECTORS_PATH = "/settings/developer/connectors";
export const RUNS_PATH = "/settings/developer/agent-runs";

export function pathOf(connectorId: string, rest = ""): string {
  return `${CONNECTORS_PATH}/${encodeURIComponent(connectorId)}${rest}`;
}

export function runPath(runId: string): string {
  return `${RUNS_PATH}/${encodeURIComponent(runId)}`;
}
