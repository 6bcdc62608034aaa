import Link from "next/link";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Time } from "@/app/_ui/time";
import type { Connector } from "@/lib/connectors/queries";
import { RunStatus } from "../agent-runs/run-status";
import { ConnectorStatus } from "./connector-status";
import { hostOf, pathOf, runPath } from "./paths";

const CELL = "px-3 py-3 align-top first:pl-4";

interface ConnectorRowProps {
  connector: Connector;
  showsOwner: boolean;
  now: Date;
}

export function ConnectorRow({ connector, showsOwner, now }: ConnectorRowProps) {
  const t = useTranslations("connectors");
  const { id, name, gatewayBaseUrl, agentId, model, rooms, toolProfile, networkMode, isEnabled, lastRun } = connector;
  const named = rooms.flatMap((room) => (room.name === null ? [] : [room.name]));
  return (
    <tr className={mergeClasses("transition-colors hover:bg-muted/50", !isEnabled && "text-ink-2")}>
      <th scope="row" className={mergeClasses(CELL, "text-left font-normal")}>
        <Link href={pathOf(id)} className="font-medium break-words text-ink underline-offset-4 hover:underline">
          {name}
        </Link>
        <span className="mt-0.5 block truncate font-mono text-xs text-ink-3" title={gatewayBaseUrl}>
          {hostOf(gatewayBaseUrl)}
        </span>
        <span className="block truncate text-xs text-ink-3">
          {agentId === null ? t("modelIs", { name: model ?? "" }) : t("agentIs", { name: agentId })}
        </span>
        {showsOwner ? <span className="block truncate text-xs text-ink-3">{connector.ownerName}</span> : null}
        <span className="mt-1 block text-xs md:hidden">{t(`toolProfiles.${toolProfile}`)}</span>
        <span className="mt-1 block text-xs xl:hidden">{lastRun ? <LastRun run={lastRun} now={now} /> : null}</span>
      </th>
      <td className={mergeClasses(CELL, "hidden lg:table-cell")}>
        {t("roomCount", { count: rooms.length })}
        <span className="block truncate text-xs text-ink-3" title={named.join(", ")}>
          {named.join(", ")}
        </span>
      </td>
      <td className={mergeClasses(CELL, "hidden md:table-cell")}>
        {t(`toolProfiles.${toolProfile}`)}
        <span className="block text-xs text-ink-3">{t(`networkModes.${networkMode}`)}</span>
      </td>
      <td className={mergeClasses(CELL, "hidden xl:table-cell")}>
        {lastRun ? <LastRun run={lastRun} now={now} /> : <span className="text-ink-3">{t("never")}</span>}
      </td>
      <td className={CELL}>
        <ConnectorStatus isEnabled={isEnabled} />
      </td>
    </tr>
  );
}

function LastRun({ run, now }: { run: NonNullable<Connector["lastRun"]>; now: Date }) {
  return (
    <Link href={runPath(run.id)} className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 rounded-control">
      <RunStatus state={run.state} />
      <span className="text-xs text-ink-3">
        <Time value={new Date(run.createdAt).toISOString()} style="relative" now={now.toISOString()} />
      </span>
    </Link>
  );
}
