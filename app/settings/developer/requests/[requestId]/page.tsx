import { CircleCheck, CircleDashed, CircleHelp, CircleX, RotateCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { whyPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Time } from "@/app/_ui/shown/time";
import { readRequestId } from "@/app/settings/developer/requests/request-query";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type CheckedAgain, checkAgain } from "@/lib/requests/check-again";
import { openRequests } from "@/lib/requests/open-viewer";
import { type Explanation, explainRequest } from "@/lib/requests/why";
import { GateLine } from "../gate-line";
import { PassedNotice, RefusalNotice } from "../refusal-notice";
import { RequestStatus } from "../request-parts";
import { CausedPanel } from "./caused-panel";
import { backPath, RequestFacts } from "./request-facts";

export const generateMetadata = pageTitle("why.title");

interface Props {
  params: Promise<{ requestId: string }>;
  searchParams: SearchParams;
}

export default renderPage("request", async function WhyPage({ params, searchParams }: Props) {
  const requestId = readRequestId((await params).requestId);
  const { user } = await requireSession(whyPath(requestId));
  const query = await searchParams;
  const rowId = readText(query, "row") || undefined;
  const viewer = await openRequests(user.id);
  const [explanation, t] = await Promise.all([
    orNotFound(explainRequest(viewer, requestId, rowId)),
    getTranslations("why"),
  ]);
  const { request, area, stop, gates, caused, bodies } = explanation;
  const again = readText(query, "again") && area ? await checkAgain(viewer, requestId, request.id ?? undefined) : null;
  const list = await getTranslations("requests");
  return (
    <div data-wide>
      <PageHeader
        back={<BackLink href={backPath(area)}>{list("title")}</BackLink>}
        title={t(stop ? "titleOf.refused" : "titleOf.passed")}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RequestStatus status={request.status} />
            <span className="font-mono text-dense break-all">
              {request.method} {request.route}
            </span>
            <Copyable text={request.requestId} label={t("facts.requestId")} />
          </span>
        }
      />
      <div className="grid grid-cols-1 gap-x-10 gap-y-9">
        <OtherCalls explanation={explanation} />
        <section className="card p-5" aria-label={t("fix")}>
          {stop ? <RefusalNotice stop={stop} /> : <PassedNotice />}
        </section>
        <Section id="gates" title={t("gates.title")}>
          <GateLine gates={gates} />
        </Section>
        {area ? (
          <Again href={againPath(requestId, rowId)} look={again} wasAsked={readText(query, "again") !== ""} />
        ) : null}
        <div className="grid grid-cols-1 items-start gap-x-10 gap-y-9 xl:grid-cols-2">
          <CausedPanel caused={caused} />
          <RequestFacts explanation={explanation} />
        </div>
        {bodies ? <BodiesPanel bodies={bodies} /> : null}
      </div>
    </div>
  );
});

function againPath(requestId: string, rowId: string | undefined): string {
  const path = whyPath(requestId, rowId);
  return `${path}${path.includes("?") ? "&" : "?"}again=1#again`;
}

function OtherCalls({ explanation: { request, others } }: { explanation: Explanation }) {
  const t = useTranslations("why");
  if (others.length === 0) return null;
  return (
    <div className="text-dense">
      <p className="text-ink-2">{t("calls")}</p>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {others.map(({ id, route, status }) => (
          <li key={id} className="flex items-center gap-2">
            <RequestStatus status={status} />
            <Link href={whyPath(request.requestId, id)} className="font-mono text-xs underline underline-offset-4">
              {route}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function BodiesPanel({ bodies }: { bodies: NonNullable<Explanation["bodies"]> }) {
  const t = useTranslations("why.bodies");
  return (
    <Section id="bodies" title={t("title")}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-dense text-ink-2 text-pretty">{t("explanation")}</p>
        <Body label={t("request")} none={t("noRequest")} json={bodies.request} />
        <Body label={t("response")} none={t("noResponse")} json={bodies.response} />
      </div>
    </Section>
  );
}

function Body({ label, none, json }: { label: string; none: string; json: string | null }) {
  if (json === null) return <p className="text-dense text-ink-3">{none}</p>;
  return <CodeSample language="json" label={label} code={JSON.stringify(JSON.parse(json), null, 2)} />;
}

interface AgainProps {
  href: string;
  look: CheckedAgain | null;
  wasAsked: boolean;
}

/** The gates as they would judge the request now. A plain link: looking changes nothing. */
function Again({ href, look, wasAsked }: AgainProps) {
  const t = useTranslations("why.again");
  return (
    <Section id="again" title={t("title")}>
      <div className="grid grid-cols-1 gap-4">
        <div role="status" className="empty:sr-only">
          {look ? <Look look={look} /> : wasAsked ? <p className="text-dense text-ink-2">{t("impossible")}</p> : null}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <IconLink icon={RotateCw} href={href} scroll={false}>
            {t("action")}
          </IconLink>
          <p className="min-w-0 flex-1 basis-64 text-dense text-ink-3 text-pretty">{t("text")}</p>
        </div>
      </div>
    </Section>
  );
}

const ICONS = {
  passes: [CircleCheck, "text-good"],
  refuses: [CircleX, "text-bad"],
  not_reached: [CircleDashed, "text-ink-3"],
  not_checked: [CircleHelp, "text-ink-3"],
} as const;

function Look({ look: { at, gates, stop } }: { look: CheckedAgain }) {
  const t = useTranslations("why.again");
  const names = useTranslations("reference.gates.names");
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-dense text-ink-2">
        <span className="font-medium text-ink">{t(stop ? "refused" : "passes")}</span>{" "}
        {t.rich("at", { time: () => <Time value={at.toISOString()} style="precise" /> })}
      </p>
      <ol className="flex flex-wrap gap-x-5 gap-y-2 text-dense">
        {gates.map(({ gate, prospect }) => {
          const [Icon, color] = ICONS[prospect];
          return (
            <li key={gate} className="flex items-center gap-1.5">
              <Icon aria-hidden className={`size-4 ${color}`} />
              {names(gate)}
              <span className={`text-xs ${color}`}>{t(`prospects.${prospect}`)}</span>
            </li>
          );
        })}
      </ol>
      {stop ? <RefusalNotice stop={stop} /> : null}
    </div>
  );
}
