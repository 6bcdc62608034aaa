import { notFound } from "next/navigation";
import { cache } from "react";
import { orNotFound } from "@/app/_ui/or-not-found";
import { isId } from "@/lib/platform/ids";
import { type RecordState, readRecordState } from "@/lib/records/change-lifecycle";
import type { RecordAccess } from "@/lib/records/open";
import { type RecordPage, readRecordPage } from "@/lib/records/queries";
import { listActions, type RecordAction } from "@/lib/records/rules";
import { openRoomPage } from "../../_frame/open-room";

export interface RecordParams {
  params: Promise<{ roomId: string; recordId: string }>;
}

export interface OpenedRecord {
  userId: string;
  roomId: string;
  access: RecordAccess;
  record: RecordPage;
  standing: RecordState;
  moves: readonly RecordAction[];
}

/** Loads the record for every page about it, once per request for title and content. */
export const openRecordPage = cache(async (roomId: string, recordId: string): Promise<OpenedRecord> => {
  const { userId, access: room } = await openRoomPage(roomId, "records");
  if (!isId("rec", recordId)) notFound();
  const access = { room, recordId };
  const [record, standing] = await orNotFound(Promise.all([readRecordPage(access), readRecordState(access, userId)]));
  return { userId, roomId, access, record, standing, moves: listActions(standing) };
});
