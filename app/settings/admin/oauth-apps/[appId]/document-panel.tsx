import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { clientPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/shown/time";
import type { ClientRow } from "@/lib/oauth/client-documents/queries";
import { readAgain } from "../clients/actions";

export async function DocumentPanel({ row }: { row: ClientRow }) {
  const t = await getTranslations("clients");
  return (
    <Section id="document" title={t("appPanel")}>
      <div className="grid gap-3 text-dense">
        <p className="text-ink-2">{t("appHint")}</p>
        {row.problem === null ? null : <Notice tone="warn">{t(`problems.${row.problem}`)}</Notice>}
        {row.isChanged ? (
          <Notice tone="warn">
            <p className="font-medium">{t("changedTitle")}</p>
            <p>{t("changedText")}</p>
            <Link href={clientPath(row.id)} className="mt-1 inline-block underline underline-offset-4">
              {t("review")}
            </Link>
          </Notice>
        ) : null}
        <p>
          {t.rich("lastRead", {
            time: () => (row.foundAt === null ? t("neverRead") : <Time value={row.foundAt} />),
          })}
          {row.isChanged || row.problem !== null ? null : ` · ${t("upToDate")}`}
        </p>
        <PlainForm action={readAgain} hidden={{ documentId: row.id }} failed={t("failed")}>
          <SubmitButton look="plain" size="small">
            {t("readAgain")}
          </SubmitButton>
        </PlainForm>
      </div>
    </Section>
  );
}
