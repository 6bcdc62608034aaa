import type { ConnectorAccess } from "../connectors/access-store";
import { seesRoom } from "../connectors/room-store";
import { sql } from "../platform/db";

export interface RecordToRun {
  id: string;
  title: string;
  roomName: string;
  isTranscript: boolean;
}

const RECORDS_OFFERED_MAX = 100;

/** The newest records of the connector's rooms where this person sits: what an action of theirs may be tried on. */
export function listRecordsToRun({ connectorId, userId }: ConnectorAccess): Promise<RecordToRun[]> {
  return sql<RecordToRun>(
    "list_records_to_run",
    `SELECT d.id, d.title, r.name AS "roomName", d.origin = 'TRANSCRIPT' AS "isTranscript"
     FROM connector_rooms cr JOIN rooms r ON r.id = cr.room_id AND r.room_type = 0
     JOIN LATERAL (SELECT x.* FROM records x WHERE x.room_id = r.id ORDER BY x.id DESC LIMIT $3) d ON true
     WHERE cr.connector_id = $1 AND ${seesRoom("$2")} ORDER BY d.id DESC LIMIT $3`,
    [connectorId, userId, RECORDS_OFFERED_MAX],
  );
}
