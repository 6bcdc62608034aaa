import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { whyPath } from "@/app/_links";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Time } from "@/app/_ui/shown/time";
import type { ProofState } from "@/lib/audit/proof/find-proof";
import type { AuditEntry } from "@/lib/audit-log/list-audit";
import { Outcome, What, Who } from "./entry-parts";

const EXPLAINED = new Set(["v1", "mcp", "connector"]);

interface EntryPaneProps {
  entry: AuditEntry;
  q: string;
  pathOf: (id: string) => string;
  /** null: the service signs no log, or the list shows no proofs. */
  proof: { state: ProofState; path: string } | null;
}

export function EntryPane({ entry, q, pathOf, proof }: EntryPaneProps) {
  const t = useTranslations("auditLog");
  const ids = [
    ["user", entry.userId],
    ["key", entry.apiKeyId],
    ["app", entry.appId],
    ["grant", entry.grantId],
    ["token", entry.externalTokenId],
    ["object", entry.resourceId],
  ] as const;
  return (
    <dl className="grid gap-3 text-dense">
      <Line name={t("columns.what")}>
        <What entry={entry} />
      </Line>
      <Line name={t("columns.outcome")}>
        <Outcome entry={entry} />
        {entry.errorCode === null ? null : <span className="ms-2 font-mono text-xs">{entry.errorCode}</span>}
      </Line>
      <Line name={t("pane.at")}>
        <Time value={entry.at.toISOString()} style="precise" />
      </Line>
      <Line name={t("columns.requestId")}>
        <Copyable text={entry.requestId} label={t("columns.requestId")} />
        {EXPLAINED.has(entry.surface) ? (
          <Link
            href={whyPath(entry.requestId)}
            className="text-xs text-ink-2 underline underline-offset-4 hover:text-ink"
          >
            {t("pane.why")}
          </Link>
        ) : null}
      </Line>
      <Line name={t("pane.actor")}>
        <Who entry={entry} />
      </Line>
      {ids.map(([name, id]) =>
        id === null ? null : (
          <Line key={name} name={t(`pane.${name}`)}>
            <Copyable text={id} label={t(`pane.${name}`)} />
            {q === id ? null : (
              <Link href={pathOf(id)} className="text-xs text-ink-2 underline underline-offset-4 hover:text-ink">
                {t("pane.onlyThis")}
              </Link>
            )}
          </Line>
        ),
      )}
      {entry.scopes === "" ? null : (
        <Line name={t("pane.scopes")}>
          <span className="font-mono text-xs">{entry.scopes}</span>
        </Line>
      )}
      {entry.unitsCost === 0 ? null : <Line name={t("columns.units")}>{entry.unitsCost}</Line>}
      {entry.durationMs === null ? null : (
        <Line name={t("pane.duration")}>{t("pane.ms", { ms: entry.durationMs })}</Line>
      )}
      {entry.address === null ? null : (
        <>
          <Line name={t("pane.address")}>
            <span className="font-mono text-xs">{entry.address}</span>
          </Line>
          <Line name={t("pane.requests")}>{t("pane.counted", { count: entry.requests })}</Line>
        </>
      )}
      {entry.details === null ? null : (
        <Line name={t("pane.details")}>
          <CodeSample language="json" label={t("pane.details")} code={JSON.stringify(entry.details, null, 2)} />
        </Line>
      )}
      {proof && <Proof proof={proof.state} path={proof.path} />}
    </dl>
  );
}

function Proof({ proof, path }: { proof: ProofState; path: string }) {
  const t = useTranslations("auditLog.pane");
  return (
    <Line name={t("proof")}>
      <span className={proof.state === "changed" ? "text-bad" : undefined}>
        {t(`proofs.${proof.state}`, { index: "index" in proof ? String(proof.index) : "" })}
      </span>{" "}
      {"file" in proof ? (
        <a href={path} download className="text-xs text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("prove")}
        </a>
      ) : null}
    </Line>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
