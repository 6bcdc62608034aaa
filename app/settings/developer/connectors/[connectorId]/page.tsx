import { EyeOff, UsersRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { connectorPath, RUNS_PATH, runPath } from "@/app/_links";
import { readText } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Status } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import { ACTION_NAMES, ACTION_PROFILES, coversProfile } from "@/lib/agents/connectors/connector";
import type { Connector } from "@/lib/agents/connectors/queries";
import { type ListedRun, listRuns } from "@/lib/agents/runs/queries";
import { CallerActivity } from "../../_charts/caller-activity";
import { RunTable } from "../../agent-runs/run-table";
import { connectorTab, MaskedToken, SwitchForm } from "../connector-page";

const RECENT_RUNS = 5;

export const generateMetadata = pageTitle("connectors.detailTitle");

export default connectorTab("overview", async function ConnectorPage({ userId, access, connector, query }) {
  const { runs } = await listRuns(userId, { connectorId: connector.id, limit: RECENT_RUNS });
  const isSwitchedOn = readText(query, "switched") === "on" && connector.isEnabled;
  const done = readText(query, "saved") ? "saved" : isSwitchedOn ? "enabled" : null;
  return (
    <div className="grid gap-x-10 gap-y-9">
      <ConnectorNotices connector={connector} done={done} hasRuns={runs.length > 0} />
      <div className="grid items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ConnectorFacts connector={connector} />
        <ConnectorRooms connector={connector} />
      </div>
      <CallerActivity userId={userId} areaId={access.ownedBy.owner.id} credentialId={connector.id} />
      <RecentRuns connectorId={connector.id} runs={runs} />
    </div>
  );
});

interface ConnectorNoticesProps {
  connector: Connector;
  done: "saved" | "enabled" | null;
  hasRuns: boolean;
}

/** The last action, limits of the connector, and the next step. */
function ConnectorNotices({ connector, done, hasRuns }: ConnectorNoticesProps) {
  const t = useTranslations("connectors.notices");
  const { id, isEnabled, toolProfile, rooms } = connector;
  const narrowed = toolProfile === "read_only" ? 0 : rooms.filter(({ isShared }) => isShared).length;
  const link = (text: ReactNode) => (
    <Link href={connectorPath(id, "/test")} className="font-medium underline underline-offset-4">
      {text}
    </Link>
  );
  return (
    <div className="grid gap-3 empty:hidden">
      {done ? <DoneNotice>{t(done)}</DoneNotice> : null}
      {isEnabled ? null : (
        <section aria-label={t("disabledLabel")} className="card border-warn/30 p-5">
          <p className="font-medium">{t("disabled")}</p>
          <p className="mt-1 mb-4 text-dense text-ink-2 text-pretty">{t("disabledText")}</p>
          <SwitchForm connectorId={id} isEnabled={false} look="primary" />
        </section>
      )}
      {isEnabled && !hasRuns ? <Notice>{t.rich("untested", { link })}</Notice> : null}
      {narrowed > 0 ? <Notice tone="warn">{t("sharedRooms", { count: narrowed })}</Notice> : null}
    </div>
  );
}

/** §4 rule 1 */
const SESSION_KEYS: Record<Connector["sessionStrategy"], string> = {
  room: "svc:room:{roomId}",
  thread: "svc:room:{roomId}:thread:{messageId}",
  record: "svc:record:{recordId}",
  user: "svc:user:{userId}",
};

function ConnectorFacts({ connector }: { connector: Connector }) {
  const t = useTranslations("connectors");
  const runs = useTranslations("agentRuns.actions");
  const { agentId, model, toolProfile, networkMode, sessionStrategy } = connector;
  const actions = ACTION_NAMES.filter((name) => coversProfile(toolProfile, ACTION_PROFILES[name]));
  return (
    <FactList>
      <Fact name={t("facts.id")}>
        <Copyable text={connector.id} label={t("facts.id")} />
      </Fact>
      <Fact name={t("facts.owner")}>{connector.ownerName}</Fact>
      <Fact name={t(agentId === null ? "facts.model" : "facts.agent")}>
        <span className="font-mono break-all">{agentId ?? model}</span>
      </Fact>
      <Fact name={t("facts.token")}>
        <span className="flex flex-wrap items-center gap-x-3">
          <MaskedToken />
          <Link href={connectorPath(connector.id, "/token")} className="underline underline-offset-4">
            {t("facts.replace")}
          </Link>
        </span>
      </Fact>
      <Fact name={t("columns.toolProfile")}>
        {t(`toolProfiles.${toolProfile}`)}
        <span className="block text-xs text-ink-3">{actions.map((name) => runs(name)).join(" · ")}</span>
      </Fact>
      <Fact name={t("facts.network")}>
        {t(`networkModes.${networkMode}`)}
        <Accepted text={t("facts.publicAccepted")} at={connector.publicAcceptedAt} />
        <Accepted text={t("facts.proxyAccepted")} at={connector.proxyAcceptedAt} />
      </Fact>
      <Fact name={t("facts.session")}>
        {t(`sessionStrategies.${sessionStrategy}`)}
        <span className="block font-mono text-xs break-all text-ink-3">{SESSION_KEYS[sessionStrategy]}</span>
      </Fact>
      <Fact name={t("facts.created")}>
        <Time value={connector.createdAt.toISOString()} style="date" />
        {connector.createdByName ? (
          <span className="text-ink-3"> {t("by", { name: connector.createdByName })}</span>
        ) : null}
      </Fact>
    </FactList>
  );
}

function Accepted({ text, at }: { text: string; at: Date | null }) {
  if (at === null) return null;
  return (
    <span className="block text-xs text-ink-3">
      {text} <Time value={at.toISOString()} style="date" />
    </span>
  );
}

/** The allowlist: nothing of any other room ever leaves. */
function ConnectorRooms({ connector: { rooms } }: { connector: Connector }) {
  const t = useTranslations("connectors.rooms");
  const hidden = rooms.filter(({ name }) => name === null).length;
  return (
    <Section id="rooms" title={t("title", { count: rooms.length })}>
      <ul className="grid gap-2 text-dense">
        {rooms.map(({ id, name, isShared }) =>
          name === null ? null : (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <Link href={`/rooms/${id}`} className="min-w-0 underline-offset-4 hover:underline">
                {name}
              </Link>
              {isShared ? (
                <Status tone="warn" icon={UsersRound}>
                  {t("shared")}
                </Status>
              ) : null}
            </li>
          ),
        )}
        {hidden > 0 ? (
          <li className="flex items-center gap-2 text-ink-2">
            <EyeOff aria-hidden className="size-4 shrink-0" />
            {t("hidden", { count: hidden })}
          </li>
        ) : null}
      </ul>
    </Section>
  );
}

function RecentRuns({ connectorId, runs }: { connectorId: string; runs: readonly ListedRun[] }) {
  const t = useTranslations("connectors.runs");
  return (
    <section aria-labelledby="recent-runs" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent-runs" className="text-lg font-semibold tracking-tight">
          {t("title")}
        </h2>
        {runs.length > 0 ? (
          <Link href={`${RUNS_PATH}?connector=${connectorId}`} className="text-dense underline underline-offset-4">
            {t("all")}
          </Link>
        ) : null}
      </div>
      {runs.length > 0 ? (
        <RunTable runs={runs} hrefOf={({ id }) => runPath(id)} />
      ) : (
        <p className="text-ink-2">{t("none")}</p>
      )}
    </section>
  );
}
