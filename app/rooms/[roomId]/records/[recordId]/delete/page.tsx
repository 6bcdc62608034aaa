import { getTranslations } from "next-intl/server";
import { pathOfRecord } from "@/app/_links";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { BackLink } from "@/app/_ui/page/back-link";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { checkAction } from "@/lib/records/rules";
import { openRecordPage, type RecordParams } from "../../open-record";
import { remove } from "../actions";

export const generateMetadata = pageTitle("roomRecords.delete.title");

export default renderPage("record", async function DeleteRecordPage({ params }: RecordParams) {
  const { roomId, recordId } = await params;
  const [{ record, title, state }, t, problems] = await Promise.all([
    openRecordPage(roomId, recordId),
    getTranslations("roomRecords"),
    getTranslations("problems"),
  ]);
  const refusal = checkAction("delete", state);
  return (
    <>
      <BackLink href={pathOfRecord(roomId, recordId)}>{t("toRecord")}</BackLink>
      <h2 className="mb-4 text-lg font-semibold">{t("delete.heading", { title })}</h2>
      {refusal ? (
        <Notice tone="warn">{problems(refusal)}</Notice>
      ) : (
        <div className="card grid max-w-xl grid-cols-1 gap-5 p-5">
          <p className="text-ink-2 text-pretty">{t("delete.consequence")}</p>
          {record.status === "PENDING_APPROVAL" ? <Notice tone="warn">{t("delete.pending")}</Notice> : null}
          <ConfirmForm
            action={remove}
            hidden={{ roomId, recordId: record.id }}
            name={title}
            failed={t("refused")}
            submit={t("delete.submit")}
            cancelHref={pathOfRecord(roomId, record.id)}
          />
        </div>
      )}
    </>
  );
});
