import type { ListedRun } from "@/lib/agent-runs/queries";
import type { Connector } from "@/lib/connectors/connector";

interface Named {
  id: string;
  name: string;
}

const byName = (names: ReadonlyMap<string, string>): Named[] =>
  [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));

/** What there is to filter by: the connectors that this person manages, and what the shown runs name besides. */
export function listFilterChoices(
  connectors: readonly Connector[],
  runs: readonly ListedRun[],
): { connectors: Named[]; rooms: Named[] } {
  const [names, rooms] = [new Map<string, string>(), new Map<string, string>()];
  for (const { connectorId, connectorName, roomId, roomName } of runs) {
    names.set(connectorId, connectorName);
    if (roomId !== null && roomName !== null) rooms.set(roomId, roomName);
  }
  for (const connector of connectors) {
    names.set(connector.id, connector.name);
    for (const { id, name } of connector.rooms) if (name !== null) rooms.set(id, name);
  }
  return { connectors: byName(names), rooms: byName(rooms) };
}
