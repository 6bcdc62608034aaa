import { useFormatter, useTranslations } from "next-intl";
import { nameRole } from "@/lib/access/membership";
import type { GateReport } from "@/lib/requests/gate-reports";
import { useAxisName } from "./refusal-notice";

type Report<Gate extends GateReport["gate"]> = Extract<GateReport, { gate: Gate }>;

export function GateSight({ report }: { report: GateReport }) {
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
