import Link from "next/link";
import { Time } from "@/app/_ui/time";
import type { Connector } from "@/lib/connectors/connector";
import { RunStatus } from "../agent-runs/run-status";
import { runPath } from "./paths";

export function LastRun({ run, now }: { run: NonNullable<Connector["lastRun"]>; now: Date }) {
  return (
    <Link href={runPath(run.id)} className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 rounded-control">
      <RunStatus state={run.state} />
      <span className="text-xs text-ink-3">
        <Time value={new Date(run.createdAt).toISOString()} style="relative" now={now.toISOString()} />
      </span>
    </Link>
  );
}
