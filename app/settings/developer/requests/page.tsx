import { ListTree, SearchX } from "lucide-react";
import { redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { REQUESTS_PATH, whyPath, writeQuery } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { ListHeader, ListPane, PageLinks } from "@/app/_ui/list/list-pane";
import { PageWatch } from "@/app/_ui/list/page-watch";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Time } from "@/app/_ui/shown/time";
import { requireSession } from "@/lib/accounts/sessions/session";
import { REQUEST_DETAILS_RETENTION_DAYS } from "@/lib/platform/limits";
import type { RequestRow } from "@/lib/requests/request-row";
import type { Explanation } from "@/lib/requests/why";
import { GateLine } from "./gate-line";
import { readScreen } from "./read-requests";
import { PassedNotice, RefusalNotice } from "./refusal-notice";
import { RequestFilters } from "./request-filters";
import { RequestActor, RequestStatus } from "./request-parts";
import { readRequestQuery } from "./request-query";
import { RequestTable } from "./request-table";

export const generateMetadata = pageTitle("requests.title");

const PULSE_MS = 1_000;

export default renderPage("page", async function RequestsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(REQUESTS_PATH);
  const params = await searchParams;
  const wanted = readText(params, "q").trim();
  if (wanted !== "") redirect(whyPath(wanted));
  const asked = readRequestQuery((name) => readText(params, name));
  const [after, open, row] = [readText(params, "after"), readText(params, "open"), readText(params, "row")];
  const [screen, t] = await Promise.all([
    orNotFound(readScreen(user.id, asked, { after, open, row })),
    getTranslations("requests"),
  ]);
  const { query, rows, nextCursor, searchedUntil, fingerprint, fixed } = screen;
  const filter = writeQuery({ ...query });
  const isFiltered = filter !== writeQuery({ area: query.area });
  return (
    <>
      <ListHeader title={t("title")}>
        {after === "" ? (
          <PageWatch
            path={`${REQUESTS_PATH}/pulse${filter}`}
            fingerprint={fingerprint}
            isMoving
            moving={t("live")}
            updated=""
            firstWaitMs={PULSE_MS}
          />
        ) : null}
      </ListHeader>
      <RequestList
        tools={<RequestFilters key={filter} query={query} callers={screen.callers} rows={rows} />}
        rows={rows}
        isFiltered={after !== "" || isFiltered}
        opened={screen.opened}
        page={{ ...query, after }}
      />
      <PageLinks
        label={t("pages")}
        newest={after === "" ? null : `${REQUESTS_PATH}${filter}`}
        older={nextCursor && `${REQUESTS_PATH}${writeQuery({ ...fixed, after: nextCursor })}`}
        {...(searchedUntil === null ? {} : { olderText: t("searchOn") })}
      />
    </>
  );
});

interface RequestListProps {
  tools: ReactNode;
  rows: readonly RequestRow[];
  isFiltered: boolean;
  opened: Explanation | null;
  page: Partial<Record<string, string>>;
}

function RequestList({ tools, rows, isFiltered, opened, page }: RequestListProps) {
  const t = useTranslations("requests");
  return (
    <ListPane
      tools={tools}
      list={
        rows.length > 0 ? (
          <RequestTable
            rows={rows}
            opened={opened?.request.id ?? null}
            isNarrow={opened !== null}
            hrefOf={({ requestId, id }) => `${REQUESTS_PATH}${writeQuery({ ...page, open: requestId, row: id })}`}
          />
        ) : (
          <NoRequests isFiltered={isFiltered} />
        )
      }
      about={t("description", { days: REQUEST_DETAILS_RETENTION_DAYS })}
      pane={
        opened && {
          id: opened.request.id ?? opened.request.requestId,
          title: (
            <span className="font-mono text-dense">
              {opened.request.method} {opened.request.route}
            </span>
          ),
          label: t("pane.label"),
          closeLabel: t("pane.close"),
          closePath: `${REQUESTS_PATH}${writeQuery(page)}`,
          children: <RequestPane explanation={opened} />,
        }
      }
    />
  );
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations("requests");
  if (isFiltered) return <EmptyState icon={SearchX} title={t("noMatchTitle")} />;
  return (
    <EmptyState icon={ListTree} title={t("emptyTitle")} text={t("emptyText")}>
      <LinkButton look="primary" href="/settings/developer/api-keys/new">
        {t("emptyAction")}
      </LinkButton>
    </EmptyState>
  );
}

function RequestPane({ explanation: { request, stop, gates } }: { explanation: Explanation }) {
  const t = useTranslations("requests");
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-dense text-ink-2">
        <RequestStatus status={request.status} />
        <Time value={request.at.toISOString()} style="precise" />
        <span>
          <RequestActor actor={request.actor} />
        </span>
      </p>
      <div className="text-dense">
        <Copyable text={request.requestId} label={t("columns.requestId")} />
      </div>
      {stop ? <RefusalNotice stop={stop} /> : <PassedNotice />}
      <GateLine gates={gates} isNarrow />
      <LinkButton href={whyPath(request.requestId, request.id)} className="justify-self-start">
        {t("pane.why")}
      </LinkButton>
    </div>
  );
}
