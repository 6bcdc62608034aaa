import Link from "next/link";
import { useTranslations } from "next-intl";
import { Panel } from "@/app/_ui/panel";
import type { RunDetail } from "@/lib/agent-runs/queries";
import { placeOf } from "../paths";

/** The proof: which ids left for which gateway, and what was written here. */
export function RunTraces({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns.traces");
  if (run.action === "test-connection") return null;
  const written = run.written.map(({ id }) => id);
  return (
    <>
      <Panel id="sent" title={t("sentTitle")}>
        <p className="text-dense text-ink-2 text-pretty">
          {run.sentIds.length > 0
            ? t("sentText", { count: run.sentIds.length, host: run.gatewayHost ?? "–" })
            : t("nothingSent")}
        </p>
        <IdList ids={run.sentIds} roomId={run.roomId} />
      </Panel>
      <Panel id="written" title={t("writtenTitle")}>
        <p className="text-dense text-ink-2 text-pretty">
          {written.length > 0 ? t("writtenText", { count: written.length }) : t("nothingWritten")}
        </p>
        <IdList ids={written} roomId={run.roomId} />
      </Panel>
    </>
  );
}

function IdList({ ids, roomId }: { ids: readonly string[]; roomId: string | null }) {
  return (
    <ul className="mt-2 grid max-h-64 gap-1 overflow-y-auto font-mono text-xs empty:hidden">
      {ids.map((id) => (
        <li key={id} className="min-w-0 break-all">
          {roomId === null ? (
            id
          ) : (
            <Link href={placeOf(roomId, id)} className="inline-block min-h-6 underline underline-offset-4">
              {id}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
