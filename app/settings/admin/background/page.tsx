import { CircleX, Clock, LoaderCircle, type LucideIcon, Moon } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { BACKGROUND_PATH, backgroundPath } from "@/app/_links";
import { Button } from "@/app/_ui/controls/button";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { ListHeader, ListPane } from "@/app/_ui/list/list-pane";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Ago } from "@/app/_ui/shown/ago";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Status, type Tone } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import { describeFunctions } from "@/inngest/describe-functions";
import { hasEmbeddedRunner } from "@/lib/admin/health/background-run";
import {
  type BackgroundRun,
  type FunctionRuns,
  listFunctionRuns,
  listRunsOfFunction,
} from "@/lib/admin/health/list-background";
import { now } from "@/lib/platform/clock";
import { HealthTabs } from "../_health/health-tabs";
import { requireAdmin } from "../open-administration-page";
import { cancel, retry } from "./actions";
import { type FunctionState, FunctionTable, Triggers } from "./function-table";

export const generateMetadata = pageTitle("backgroundWork.title");

const FAILED = "failed";
const DONE = ["retried", "cancelled", "late"] as const;

/** Failed ones first, then those that wait for a process, then those at work. */
function rankRuns(runs: FunctionRuns | null): number {
  if (runs === null) return 4;
  return runs.failed > 0 ? 0 : runs.due > 0 ? 1 : runs.running > 0 ? 2 : 3;
}

/** Every background function with its runs that are due, under way or failed. */
export default renderPage("page", async function BackgroundPage({ searchParams }: { searchParams: SearchParams }) {
  const admin = await requireAdmin(BACKGROUND_PATH);
  const params = await searchParams;
  const [runs, t] = await Promise.all([listFunctionRuns(admin), getTranslations("backgroundWork")]);
  const states = describeFunctions(now())
    .map((fn) => ({ ...fn, runs: runs.get(fn.id) ?? null }))
    .toSorted((a, b) => rankRuns(a.runs) - rankRuns(b.runs));
  const show = readText(params, "show") === FAILED ? FAILED : "";
  const opened = states.find(({ name }) => name === readText(params, "function"));
  const done = DONE.find((known) => known === readText(params, "done"));
  return (
    <>
      <ListHeader title={t("title")} />
      <HealthTabs current="backgroundWork" />
      <div className="mb-4 grid gap-3 empty:hidden">
        {hasEmbeddedRunner() ? null : <Notice>{t("inngest")}</Notice>}
        {done === undefined ? null : done === "late" ? (
          <Notice tone="warn" role="status">
            {t("done.late")}
          </Notice>
        ) : (
          <DoneNotice>{t(`done.${done}`)}</DoneNotice>
        )}
      </div>
      <ListPane
        tools={<ShowFilter show={show} />}
        list={
          <FunctionTable
            states={show === FAILED ? states.filter((state) => (state.runs?.failed ?? 0) > 0) : states}
            opened={opened?.name ?? null}
          />
        }
        pane={
          opened
            ? {
                id: opened.name,
                title: <span className="font-mono">{opened.name}</span>,
                label: t("pane.label"),
                closeLabel: t("pane.close"),
                closePath: backgroundPath({ show }),
                children: (
                  <FunctionPane
                    state={opened}
                    runs={await listRunsOfFunction(admin, opened.id)}
                    canAct={hasEmbeddedRunner()}
                  />
                ),
              }
            : null
        }
      />
    </>
  );
});

function ShowFilter({ show }: { show: string }) {
  const t = useTranslations("backgroundWork.filter");
  return (
    <FilterForm key={show} path={BACKGROUND_PATH} label={t("label")} isFiltered={show !== ""}>
      <ChoiceSelect
        name="show"
        label={t("show")}
        value={show}
        all={t("all")}
        className="w-56"
        options={[[FAILED, t("failed")]]}
      />
    </FilterForm>
  );
}

const LOOKS: Readonly<Record<BackgroundRun["state"], { tone: Tone; icon: LucideIcon }>> = {
  due: { tone: "warn", icon: Clock },
  running: { tone: "accent", icon: LoaderCircle },
  waiting: { tone: "neutral", icon: Moon },
  failed: { tone: "bad", icon: CircleX },
};

interface FunctionPaneProps {
  state: FunctionState;
  runs: readonly BackgroundRun[];
  canAct: boolean;
}

/** A function's runs that are open or failed, and what can be done with each. */
function FunctionPane({ state: { name, events, crons, nextAt }, runs, canAct }: FunctionPaneProps) {
  const t = useTranslations("backgroundWork.pane");
  return (
    <div className="grid gap-4 text-dense">
      <div className="grid gap-1 text-ink-2">
        <Triggers crons={crons} events={events} />
        {nextAt ? <p>{t.rich("next", { time: () => <Time value={nextAt.toISOString()} style="precise" /> })}</p> : null}
      </div>
      {runs.length === 0 ? <p className="text-ink-3">{t("none")}</p> : null}
      <ul aria-label={t("runs")} className="grid divide-y divide-line">
        {runs.map((run) => (
          <li key={run.id} className="grid gap-1.5 py-3 first:pt-0">
            <RunRow run={run} functionName={name} canAct={canAct} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RunRow({ run, functionName, canAct }: { run: BackgroundRun; functionName: string; canAct: boolean }) {
  const t = useTranslations("backgroundWork.pane");
  const { id, state, attempt, at, reason } = run;
  const isFailed = state === "failed";
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status {...LOOKS[state]}>{t(`states.${state}`)}</Status>
        <span className="text-ink-2">
          <Ago value={at} />
        </span>
        {attempt > 0 ? <span className="text-ink-3">{t("attempts", { count: attempt })}</span> : null}
      </p>
      <Copyable text={id} label={t("runId")} />
      {reason === null ? null : <p className="font-mono text-xs text-ink-2">{reason}</p>}
      {canAct ? (
        <form action={isFailed ? retry : cancel}>
          <input type="hidden" name="runId" value={id} />
          <input type="hidden" name="function" value={functionName} />
          <Button
            type="submit"
            size="small"
            look={isFailed ? "plain" : "dangerPlain"}
            aria-label={t(isFailed ? "retryOf" : "cancelOf", { id })}
          >
            {t(isFailed ? "retry" : "cancel")}
          </Button>
        </form>
      ) : null}
    </>
  );
}
