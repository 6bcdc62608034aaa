import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pathOfRecord } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { Notice } from "@/app/_ui/page/notice";
import { renderPage, titlePage } from "@/app/_ui/page/render-page";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { joinLines } from "@/lib/platform/characters";
import { checkAction } from "@/lib/records/rules";
import { RecordForm } from "../../_editor/record-form";
import { save } from "../../actions";
import { openRecordPage, type RecordParams } from "../../open-record";

export async function generateMetadata({ params }: RecordParams): Promise<Metadata> {
  const { roomId, recordId } = await params;
  const t = await getTranslations("roomRecords");
  return titlePage("record", async () => t("editTitle", { title: (await openRecordPage(roomId, recordId)).title }));
}

export default renderPage("record", async function EditRecordPage({ params }: RecordParams) {
  const { roomId, recordId } = await params;
  const [{ userId, record, state }, t, problems] = await Promise.all([
    openRecordPage(roomId, recordId),
    getTranslations("roomRecords"),
    getTranslations("problems"),
  ]);
  const refusal = checkAction("edit", state);
  const { id, title, content, version, status } = record;
  return (
    <>
      {/* Leaving the page would lose the editor's text, so saving reports a deleted record instead. */}
      <RoomWatch roomId={roomId} types={["record.", "approval."]} objectId={id} except={["record.deleted", "gone"]} />
      <BackLink href={pathOfRecord(roomId, id)}>{t("toRecord")}</BackLink>
      <h2 className="mb-4 text-lg font-semibold">{t("edit")}</h2>
      <div className="grid gap-4">
        {refusal ? <Notice tone="warn">{problems(refusal)}</Notice> : null}
        {refusal === null && (status === "PENDING_APPROVAL" || status === "APPROVED") ? (
          <Notice tone="warn">{t(`editNotice.${status}`)}</Notice>
        ) : null}
        <RecordForm
          action={save}
          roomId={roomId}
          record={{ id, title: joinLines(title), content, version }}
          draftKey={`${userId}:${id}`}
          cancelHref={pathOfRecord(roomId, id)}
        />
      </div>
    </>
  );
});
