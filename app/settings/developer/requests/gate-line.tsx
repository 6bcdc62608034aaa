import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { nameRole } from "@/lib/access/membership";
import type { GateReport, Verdict } from "@/lib/requests/gate-reports";
import { useAxisName } from "./refusal-notice";

const LOOKS: Readonly<Record<Verdict, { icon: LucideIcon; color: string }>> = {
  passed: { icon: CircleCheck, color: "text-good" },
  stopped: { icon: CircleX, color: "text-bad" },
  not_reached: { icon: CircleDashed, color: "text-ink-3" },
  skipped: { icon: CircleMinus, color: "text-ink-3" },
};

interface GateLineProps {
  gates: readonly GateReport[];
  isNarrow?: boolean;
}

export function GateLine({ gates, isNarrow = false }: GateLineProps) {
  const t = useTranslations("reference.gates.names");
  const words = useTranslations("why.gates");
  return (
    <ol className={joinClasses("grid grid-cols-1 text-dense", !isNarrow && "xl:grid-cols-7")}>
      {gates.map((report, index) => {
        const { icon: Icon, color } = LOOKS[report.verdict];
        const isLast = index === gates.length - 1;
        return (
          <li
            key={report.gate}
            className={joinClasses("relative flex gap-3", !isLast && "pb-4", !isNarrow && "xl:block xl:pe-4 xl:pb-0")}
          >
            {isLast ? null : (
              <span
                aria-hidden
                className={joinClasses(
                  "absolute top-7 bottom-0 inset-s-3 w-px bg-line-strong",
                  !isNarrow && "xl:top-3 xl:inset-e-0 xl:bottom-auto xl:inset-s-7 xl:h-px xl:w-auto",
                )}
              />
            )}
            <span className={joinClasses("relative grid size-6 shrink-0 place-items-center bg-surface", color)}>
              <Icon aria-hidden className="size-5" />
            </span>
            <div className={joinClasses("min-w-0", !isNarrow && "xl:mt-2")}>
              <p className="font-medium">{t(report.gate)}</p>
              <p className={joinClasses("text-xs", color)}>
                {words(`verdicts.${report.verdict}`)}
                {report.micros === null ? null : (
                  <span className="text-ink-3"> · {words("micros", { ms: report.micros / 1000 })}</span>
                )}
              </p>
              {report.verdict === "not_reached" ? null : (
                <div className="mt-1 text-xs text-ink-2">
                  <GateSight report={report} />
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

type Report<Gate extends GateReport["gate"]> = Extract<GateReport, { gate: Gate }>;

function GateSight({ report }: { report: GateReport }) {
  switch (report.gate) {
    case "requireCredential":
      return <Credential report={report} />;
    case "requireActor":
      return <Actor report={report} />;
    case "requireScope":
      return <Scopes report={report} />;
    case "requireAccess":
      return <Access report={report} />;
    case "limitBurst":
      return <Windows report={report} />;
    case "reserveUnits":
      return <Units report={report} />;
    case "claimIdempotency":
      return <Key report={report} />;
  }
}

const METHODS = ["api_key", "oauth_bearer", "cli_session"] as const;

function Credential({ report: { authMethod, credential } }: { report: Report<"requireCredential"> }) {
  const t = useTranslations("why.gates");
  if (credential === null) return t("noCredential");
  const method = t(`methods.${METHODS.find((name) => name === authMethod) ?? "other"}`);
  return t("credential", { method, name: credential.name ?? credential.id });
}

function Actor({ report: { actor } }: { report: Report<"requireActor"> }) {
  const t = useTranslations("why.gates");
  const named = actor.type === "user" ? actor.person : (actor.credential ?? actor.person);
  if (named === null) return t("noActor");
  return t("credential", { method: t(`kinds.${actor.type ?? "unknown"}`), name: named.name ?? named.id });
}

function Scopes({ report: { needed, had } }: { report: Report<"requireScope"> }) {
  const t = useTranslations("why.gates");
  return (
    <>
      <span className="block">
        {needed === null
          ? t("noScope")
          : t.rich("scope", { scope: () => <span className="font-mono break-all">{needed}</span> })}
      </span>
      {needed === null || had.includes(needed) ? null : (
        <span className="block">{t("had", { count: had.length })}</span>
      )}
    </>
  );
}

function Access({ report: { roomId, role, ids } }: { report: Report<"requireAccess"> }) {
  const t = useTranslations("why.gates");
  const roles = useTranslations("roles.names");
  return (
    <>
      <span className="block break-all">{roomId === null ? t("noRoom") : t("room", { room: roomId })}</span>
      {role === null ? null : <span className="block">{t("role", { role: roles(nameRole(role)) })}</span>}
      {Object.entries(ids).map(([name, id]) => (
        <span key={name} className="block break-all">
          {id === null ? t("malformed", { name }) : id}
        </span>
      ))}
    </>
  );
}

function Windows({ report: { windows, resetSeconds, verdict } }: { report: Report<"limitBurst"> }) {
  const t = useTranslations("why.gates");
  const axis = useAxisName();
  if (windows.length === 0) return t("noWindow");
  return (
    <>
      {windows.map(({ scope, limit, left, isFull }) => (
        <span key={scope} className={isFull ? "block font-medium text-bad" : "block"}>
          {t(isFull ? "windowFull" : "window", { axis: axis(scope), limit, left })}
        </span>
      ))}
      {verdict === "stopped" ? <span className="block">{t("resets", { seconds: resetSeconds })}</span> : null}
    </>
  );
}

function Units({ report: { limit, used, cost } }: { report: Report<"reserveUnits"> }) {
  const t = useTranslations("why.gates");
  const format = useFormatter();
  if (used === null || cost === null) return t("noUnits");
  if (limit === null) return t("unitsUnlimited", { cost, used: format.number(used) });
  return t("units", { cost, used: format.number(used), limit: format.number(limit) });
}

function Key({ report }: { report: Report<"claimIdempotency"> }) {
  const t = useTranslations("why.gates.keys");
  return t(report.key);
}
