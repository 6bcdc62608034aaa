import { History } from "lucide-react";
import type { Metadata } from "next";
import Form from "next/form";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pathOfRecord } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { ApplyButton } from "@/app/_ui/list/apply-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { openShownTitle } from "@/app/_ui/page/open-shown-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { useShownTitle } from "@/app/_ui/page/use-shown-title";
import { Time } from "@/app/_ui/shown/time";
import { listVersions, readVersions, type VersionText } from "@/lib/records/queries";
import { readVersionNumber } from "@/lib/records/record";
import { LineDiff } from "../../../_text/line-diff";
import { RecordText } from "../../../_text/record-text";
import { openRecordPage } from "../../../open-record";
import { restore } from "../../actions";

interface Props {
  params: Promise<{ roomId: string; recordId: string; version: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ version }, t] = await Promise.all([params, getTranslations("roomRecords")]);
  return { title: t("versionNumber", { version: readVersionNumber(version) }) };
}

export default renderPage("version", async function VersionPage({ params, searchParams }: Props) {
  const [{ roomId, recordId, ...asked }, query] = await Promise.all([params, searchParams]);
  const [{ access, record, actions }, t, showTitle] = await Promise.all([
    openRecordPage(roomId, recordId),
    getTranslations("roomRecords"),
    openShownTitle(),
  ]);
  const number = readVersionNumber(asked.version);
  const isCurrent = number === record.version;
  const other = readVersionNumber(readText(query, "with")) || (isCurrent ? number - 1 : record.version);
  const [versions, texts] = await Promise.all([listVersions(access), readVersions(access, [number, other])]);
  const shown = texts.find(({ version }) => version === number) ?? notFound();
  const second = texts.find(({ version }) => version === other && other !== number);
  const [before, after] = second && second.version < number ? [second, shown] : [shown, second];
  const path = pathOfRecord(roomId, recordId, "/versions");
  return (
    <>
      <BackLink href={path}>{t("versions.title")}</BackLink>
      <header className="mb-4 grid grid-cols-1 gap-2">
        <h2 className="text-lg font-semibold">{t("versionNumber", { version: number })}</h2>
        <p className="text-dense text-ink-2">
          {t.rich(isCurrent ? "versions.savedCurrent" : "versions.saved", {
            time: () => <Time value={shown.savedAt.toISOString()} />,
          })}
        </p>
        {isCurrent || !actions.includes("edit") ? null : (
          <PlainForm
            action={restore}
            failed={t("refused")}
            hidden={{ roomId, recordId, version: number }}
            className="grid grid-cols-1 justify-items-start gap-2"
          >
            <SubmitButton look="plain" icon={<History aria-hidden />}>
              {t("versions.restore")}
            </SubmitButton>
            <p className="text-dense text-ink-3">{t("versions.restoreHint")}</p>
          </PlainForm>
        )}
      </header>
      <div className="grid grid-cols-1 gap-6">
        {versions.length > 1 ? (
          <section aria-labelledby="compare" className="grid grid-cols-1 gap-3">
            <h3 id="compare" className="font-semibold">
              {t("versions.compare")}
            </h3>
            <Form action={`${path}/${number}`} className="flex flex-wrap items-center gap-2" key={other}>
              <ChoiceSelect
                name="with"
                label={t("versions.with")}
                value={String(other)}
                options={versions
                  .filter(({ version }) => version !== number)
                  .map(({ version }) => [String(version), t("versionNumber", { version })])}
                className="w-44 max-sm:flex-none!"
              />
              <ApplyButton>{t("versions.compareAction")}</ApplyButton>
            </Form>
            {after && before ? <Comparison before={before} after={after} /> : null}
          </section>
        ) : null}
        <section aria-labelledby="text" className="card px-5 py-5">
          <h3 id="text" className="mb-3 text-lg font-semibold">
            {showTitle(shown.title)}
          </h3>
          <RecordText text={shown.content} />
        </section>
      </div>
    </>
  );
});

function Comparison({ before, after }: { before: VersionText; after: VersionText }) {
  const t = useTranslations("roomRecords.versions");
  const shown = useShownTitle();
  const legend = t("legend", { before: before.version, after: after.version });
  return (
    <>
      <p className="text-dense text-ink-2">{legend}</p>
      {before.title === after.title ? null : (
        <p className="text-dense">{t("titles", { before: shown(before.title), after: shown(after.title) })}</p>
      )}
      <LineDiff before={before.content} after={after.content} label={legend} />
    </>
  );
}
