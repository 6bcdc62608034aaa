import { notFound } from "next/navigation";
import { cache } from "react";
import { pathOfRecord } from "@/app/_links";
import { readField } from "@/app/_ui/form/read-field";
import { openShownTitle } from "@/app/_ui/page/open-shown-title";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { requireSession } from "@/lib/accounts/sessions/session";
import { isId } from "@/lib/platform/ids";
import { readRecordState } from "@/lib/records/change-lifecycle";
import { readRecordPage } from "@/lib/records/queries";
import { listActions } from "@/lib/records/rules";

export interface RecordParams {
  params: Promise<{ roomId: string; recordId: string }>;
}

/** Loads the record for every page about it, once per request for title and content. */
export const openRecordPage = cache(async (roomId: string, recordId: string) => {
  const { userId, name, canWrite, access: room } = await openRoomPage(roomId, "records");
  if (!isId("rec", recordId)) notFound();
  const access = { room, recordId };
  const [[record, state], shown] = await Promise.all([
    orNotFound(Promise.all([readRecordPage(access), readRecordState(access, userId)])),
    openShownTitle(),
  ]);
  const title = shown(record.title);
  return { userId, name, canWrite, roomId, access, record, title, state, actions: listActions(state) };
});

export type OpenedRecord = Awaited<ReturnType<typeof openRecordPage>>;

export async function openRecordForm(form: FormData, page = "") {
  const params = { roomId: readField(form, "roomId"), recordId: readField(form, "recordId") };
  const pathOf = (rest: string) => pathOfRecord(params.roomId, params.recordId, rest);
  const { user } = await requireSession(pathOf(page));
  return { params, userId: user.id, pathOf };
}
