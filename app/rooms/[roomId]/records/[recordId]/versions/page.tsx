import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { pathOfRecord } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { openShownTitle } from "@/app/_ui/page/open-shown-title";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Time } from "@/app/_ui/shown/time";
import { RECORD_VERSIONS_MAX } from "@/lib/platform/limits";
import { listVersions } from "@/lib/records/queries";
import { openRecordPage, type RecordParams } from "../../open-record";

export const generateMetadata = pageTitle("roomRecords.versions.title");

export default renderPage("record", async function VersionsPage({ params }: RecordParams) {
  const { roomId, recordId } = await params;
  const [{ access, record, title: heading }, t, shown] = await Promise.all([
    openRecordPage(roomId, recordId),
    getTranslations("roomRecords"),
    openShownTitle(),
  ]);
  const versions = await listVersions(access);
  return (
    <>
      <BackLink href={pathOfRecord(roomId, recordId)}>{t("toRecord")}</BackLink>
      <h2 className="text-lg font-semibold">{t("versions.heading", { title: heading })}</h2>
      <p className="mt-1 mb-4 text-dense text-ink-2 text-pretty">{t("versions.text", { max: RECORD_VERSIONS_MAX })}</p>
      <ol className="card divide-y divide-line text-dense">
        {versions.map(({ version, title, savedAt }) => (
          <li key={version} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
            <Link
              href={pathOfRecord(roomId, recordId, `/versions/${version}`)}
              className="font-medium underline underline-offset-4"
            >
              {t("versionNumber", { version })}
            </Link>
            {version === record.version ? <span className="text-good">{t("versions.current")}</span> : null}
            <span className="min-w-0 flex-1 basis-40 text-ink-2">{shown(title)}</span>
            <span className="text-ink-3">
              <Time value={savedAt.toISOString()} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
});
