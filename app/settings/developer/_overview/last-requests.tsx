import Link from "next/link";
import { useTranslations } from "next-intl";
import { REQUESTS_PATH, whyPath, writeQuery } from "@/app/_links";
import { PageWatch } from "@/app/_ui/list/page-watch";
import { Section } from "@/app/_ui/page/section";
import { RequestTable } from "../requests/request-table";
import type { Activity } from "./read-activity";

export function LastRequests({ activity: { last } }: { activity: Activity }) {
  const t = useTranslations("overview.requests");
  const { ownerId, rows, fingerprint } = last;
  const area = writeQuery({ area: ownerId });
  return (
    <Section
      id="last-requests"
      title={t("last")}
      aside={
        <Link href={`${REQUESTS_PATH}${area}`} className="text-dense underline underline-offset-4">
          {t("all")}
        </Link>
      }
    >
      <PageWatch
        path={`${REQUESTS_PATH}/pulse${area}`}
        fingerprint={fingerprint}
        isMoving={false}
        moving=""
        updated={t("updated")}
      />
      {rows.length === 0 ? (
        <p className="card px-5 py-4 text-dense text-ink-3">{t("none")}</p>
      ) : (
        <RequestTable rows={rows} isNarrow hrefOf={({ requestId, id }) => whyPath(requestId, id)} />
      )}
    </Section>
  );
}
