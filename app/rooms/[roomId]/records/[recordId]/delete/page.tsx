import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { checkAction } from "@/lib/records/rules";
import { openRecordPage, type RecordParams } from "../../open-record";
import { pathOfRecord } from "../../paths";
import { DeleteForm } from "./delete-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("roomRecords.delete"))("title") };
}

export default drawPage("record", async function DeleteRecordPage({ params }: RecordParams) {
  const { roomId, recordId } = await params;
  const [{ record, standing }, t] = await Promise.all([
    openRecordPage(roomId, recordId),
    getTranslations("roomRecords"),
  ]);
  const refusal = checkAction("delete", standing);
  return (
    <>
      <BackLink href={pathOfRecord(roomId, recordId)}>{t("toRecord")}</BackLink>
      <h2 className="mb-4 text-lg font-semibold break-words">{t("delete.heading", { title: record.title })}</h2>
      {refusal ? (
        <Notice tone="warn">{t(`problems.${refusal}`)}</Notice>
      ) : (
        <div className="card grid max-w-xl grid-cols-1 gap-5 p-5">
          <p className="text-ink-2 text-pretty">{t("delete.consequence")}</p>
          {record.status === "PENDING_APPROVAL" ? <Notice tone="warn">{t("delete.pending")}</Notice> : null}
          <DeleteForm roomId={roomId} recordId={record.id} title={record.title} />
        </div>
      )}
    </>
  );
});
