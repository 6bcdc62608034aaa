import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { REQUESTS_PATH, whyPath, writeQuery } from "@/app/_links";
import { MethodBadge } from "@/app/_reference/method-badge";
import { Section } from "@/app/_ui/page/section";
import { Ago } from "@/app/_ui/shown/ago";
import { now } from "@/lib/platform/clock";
import { startOfSpan } from "@/lib/platform/time-span";
import { listRequests } from "@/lib/requests/list";
import { openRequests, type RequestViewer } from "@/lib/requests/open-viewer";
import type { RequestRow } from "@/lib/requests/request-row";
import { readUsage } from "@/lib/requests/usage";
import { RequestStatus } from "../requests/request-parts";
import { RequestSparkline } from "./request-chart";

interface CallerActivityProps {
  userId: string;
  areaId: string;
  credentialId: string;
}

const ERRORS_SHOWN = 3;

export async function CallerActivity({ userId, areaId, credentialId }: CallerActivityProps) {
  const viewer = await openRequests(userId);
  const area = viewer.areas.find(({ ownerId, entityId }) => ownerId === areaId || entityId === areaId);
  if (!area) return null;
  const { ownerId } = area;
  const [usage, [latest], errors, t] = await Promise.all([
    readUsage(viewer, { ownerId, credentialId, since: startOfSpan("24h", now()) }),
    listRequests(viewer, { ownerId, credentialId }, { limit: 1 }).then(({ rows }) => rows),
    listErrors(viewer, ownerId, credentialId),
    getTranslations("usage.caller"),
  ]);
  return (
    <Section id="activity" title={t("title")}>
      <div className="grid grid-cols-1 gap-3 text-dense">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <RequestSparkline hours={usage.hours} />
          <p>{t("counts", { requests: usage.total.requests, errors: usage.total.refused + usage.total.failed })}</p>
          {latest ? (
            <p className="text-ink-3">{t.rich("latest", { time: () => <Ago key="latest" value={latest.at} /> })}</p>
          ) : null}
        </div>
        <LastErrors errors={errors} title={t("errors")} />
        <p>
          <Link
            href={`${REQUESTS_PATH}${writeQuery({ area: ownerId, who: credentialId })}`}
            className="underline underline-offset-4"
          >
            {t("all")}
          </Link>
        </p>
      </div>
    </Section>
  );
}

async function listErrors(viewer: RequestViewer, ownerId: string, credentialId: string): Promise<RequestRow[]> {
  const pages = await Promise.all(
    (["4xx", "5xx"] as const).map((statusClass) =>
      listRequests(viewer, { ownerId, credentialId, statusClass }, { limit: ERRORS_SHOWN }),
    ),
  );
  const rows = pages.flatMap((page) => page.rows);
  return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, ERRORS_SHOWN);
}

function LastErrors({ errors, title }: { errors: readonly RequestRow[]; title: string }) {
  if (errors.length === 0) return null;
  return (
    <div>
      <h3 className="text-xs font-medium text-ink-3">{title}</h3>
      <ul className="mt-1 grid grid-cols-1 gap-1">
        {errors.map(({ id, requestId, method, route, status, errorCode, at }) => (
          <li key={id} className="flex min-h-6 flex-wrap items-center gap-x-3">
            <RequestStatus status={status} />
            <MethodBadge method={method} />
            <Link
              href={whyPath(requestId, id)}
              prefetch={false}
              className="min-w-0 font-mono text-xs break-all underline underline-offset-4"
            >
              {route}
            </Link>
            <span className="font-mono text-xs text-ink-2">{errorCode}</span>
            <span className="text-ink-3">
              <Ago value={at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
