import { useTranslations } from "next-intl";
import { pathOfRecord } from "@/app/_links";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { Notice } from "@/app/_ui/page/notice";
import { checkAction } from "@/lib/records/rules";
import type { OpenedRecord } from "../open-record";
import { remove } from "./actions";

export function DeleteStep({ opened: { roomId, record, title, state } }: { opened: OpenedRecord }) {
  const t = useTranslations("roomRecords");
  const problems = useTranslations("problems");
  const path = pathOfRecord(roomId, record.id);
  const refusal = checkAction("delete", state);
  return (
    <StepDialog backHref={path} title={t("delete.heading", { title })}>
      {refusal ? (
        <Notice tone="warn">{problems(refusal)}</Notice>
      ) : (
        <>
          <p className="text-ink-2 text-pretty">{t("delete.consequence")}</p>
          {record.status === "PENDING_APPROVAL" ? <Notice tone="warn">{t("delete.pending")}</Notice> : null}
          <ConfirmForm
            action={remove}
            hidden={{ roomId, recordId: record.id }}
            name={title}
            failed={t("refused")}
            submit={t("delete.submit")}
            cancelHref={path}
          />
        </>
      )}
    </StepDialog>
  );
}
