import { notFound } from "next/navigation";
import { openAsPerson } from "@/lib/access/person-store";
import { AppError } from "@/lib/platform/errors";
import { type RecordPage, readRecordPage } from "@/lib/records/page-store";
import { listMoves, type RecordMove } from "@/lib/records/rules";
import { type RecordNow, readRecordNow } from "@/lib/records/standing-store";
import { openRecord, type RecordAccess } from "@/lib/records/store";
import { openRoomPage } from "../../_frame/open-room";

export interface RecordParams {
  params: Promise<{ roomId: string; recordId: string }>;
}

export interface OpenedRecord {
  userId: string;
  roomId: string;
  access: RecordAccess;
  record: RecordPage;
  standing: RecordNow;
  moves: readonly RecordMove[];
}

/** What every page of one record begins with. */
export async function openRecordPage(roomId: string, recordId: string): Promise<OpenedRecord> {
  const { userId } = await openRoomPage(roomId, "records");
  try {
    const access = await openAsPerson(userId, { roomId, recordId }, openRecord);
    const [record, standing] = await Promise.all([readRecordPage(access), readRecordNow(access, userId)]);
    return { userId, roomId, access, record, standing, moves: listMoves(standing) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
