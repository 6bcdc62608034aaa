import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import type { ConnectorAccess } from "../connectors/open-connector";
import { LIST_RECORDS_TO_RUN } from "./context.sql";

export type RecordToRun = RowOf<typeof LIST_RECORDS_TO_RUN>;

const RECORDS_OFFERED_MAX = 100;

export function listRecordsToRun({ connectorId, userId }: ConnectorAccess): Promise<RecordToRun[]> {
  return query(LIST_RECORDS_TO_RUN, [connectorId, userId, RECORDS_OFFERED_MAX]);
}
