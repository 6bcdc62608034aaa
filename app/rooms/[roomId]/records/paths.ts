import { pathOfRoom } from "../../_frame/paths";

export function pathOfRecords(roomId: string, rest = ""): string {
  return `${pathOfRoom(roomId, "records")}${rest}`;
}

export function pathOfRecord(roomId: string, recordId: string, rest = ""): string {
  return pathOfRecords(roomId, `/${encodeURIComponent(recordId)}${rest}`);
}
