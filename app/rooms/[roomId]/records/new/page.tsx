import { getTranslations } from "next-intl/server";
import { pathOfRecords } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { openRoomPage } from "../../../_frame/open-room";
import { RecordForm } from "../_editor/record-form";
import { create } from "../actions";

export const generateMetadata = pageTitle("roomRecords.create");

export default renderPage("tab", async function NewRecordPage({ params }: { params: Promise<{ roomId: string }> }) {
  const { roomId } = await params;
  const [{ userId, canWrite }, t, problems] = await Promise.all([
    openRoomPage(roomId, "records"),
    getTranslations("roomRecords"),
    getTranslations("problems"),
  ]);
  return (
    <>
      <BackLink href={pathOfRecords(roomId)}>{t("title")}</BackLink>
      <h2 className="mb-4 text-lg font-semibold">{t("create")}</h2>
      {canWrite ? (
        <RecordForm
          action={create}
          roomId={roomId}
          draftKey={`${userId}:${roomId}`}
          cancelHref={pathOfRecords(roomId)}
        />
      ) : (
        <Notice>{problems("members_write")}</Notice>
      )}
    </>
  );
});
