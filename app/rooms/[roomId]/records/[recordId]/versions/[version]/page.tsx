import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage } from "@/app/_ui/draw-page";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { Time } from "@/app/_ui/time";
import { pathOfRecord } from "@/app/rooms/_frame/paths";
import { listVersions, readVersions } from "@/lib/records/queries";
import { readVersionNumber } from "@/lib/records/record";
import { LineDiff } from "../../../_text/line-diff";
import { Markdown } from "../../../_text/markdown";
import { openRecordPage } from "../../../open-record";
import { CompareForm } from "./compare-form";
import { RestoreForm } from "./restore-form";

interface Props {
  params: Promise<{ roomId: string; recordId: string; version: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ version }, t] = await Promise.all([params, getTranslations("roomRecords")]);
  return { title: t("versionNumber", { version: readVersionNumber(version) }) };
}

export default drawPage("version", async function VersionPage({ params, searchParams }: Props) {
  const [{ roomId, recordId, ...asked }, query] = await Promise.all([params, searchParams]);
  const [{ access, record, moves }, t] = await Promise.all([
    openRecordPage(roomId, recordId),
    getTranslations("roomRecords"),
  ]);
  const number = readVersionNumber(asked.version);
  const isCurrent = number === record.version;
  // With the one after it by default: "what did this look like before".
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
        {isCurrent || !moves.includes("edit") ? null : (
          <RestoreForm roomId={roomId} recordId={recordId} version={number} />
        )}
      </header>
      <div className="grid grid-cols-1 gap-6">
        {versions.length > 1 ? (
          <section aria-labelledby="compare" className="grid grid-cols-1 gap-3">
            <h3 id="compare" className="font-semibold">
              {t("versions.compare")}
            </h3>
            <CompareForm
              path={`${path}/${number}`}
              other={other}
              versions={versions.map(({ version }) => version).filter((version) => version !== number)}
            />
            {after && before ? (
              <>
                <p className="text-dense text-ink-2">
                  {t("versions.legend", { before: before.version, after: after.version })}
                </p>
                {before.title === after.title ? null : (
                  <p className="text-dense break-words">
                    {t("versions.titles", { before: before.title, after: after.title })}
                  </p>
                )}
                <LineDiff
                  before={before.content}
                  after={after.content}
                  label={t("versions.legend", { before: before.version, after: after.version })}
                />
              </>
            ) : null}
          </section>
        ) : null}
        <section aria-labelledby="text" className="card px-5 py-5">
          <h3 id="text" className="mb-3 text-lg font-semibold break-words">
            {shown.title}
          </h3>
          <Markdown text={shown.content} />
        </section>
      </div>
    </>
  );
});
