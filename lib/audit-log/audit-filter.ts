import { ACTIONS, type AuditActionName } from "../audit/record-action";
import { readTimeSpan, startOfSpan, type TimeSpan } from "../platform/time-span";

export const AUDIT_KINDS = ["acts", "all", "v1", "mcp", "connector", "oauth", "leaks"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
export const AUDIT_OUTCOMES = ["done", "refused"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export interface AuditQuery {
  area: string;
  kind: AuditKind | "";
  act: AuditActionName | "";
  outcome: AuditOutcome | "";
  since: TimeSpan | "";
  q: string;
}

const ID_LENGTH_MAX = 100;

export function readAuditQuery(read: (name: string) => string): AuditQuery {
  const isArea = /^(?:(?:usr|org)_[0-9a-z]{26}|service)$/.test(read("area"));
  return {
    area: isArea ? read("area") : "",
    kind: AUDIT_KINDS.find((kind) => kind === read("kind")) ?? "",
    act: ACTIONS.find((act) => act === read("act")) ?? "",
    outcome: AUDIT_OUTCOMES.find((outcome) => outcome === read("outcome")) ?? "",
    since: readTimeSpan(read("since")),
    q: read("q").trim().slice(0, ID_LENGTH_MAX),
  };
}

export function chooseAuditKind({ kind, q }: AuditQuery): AuditKind {
  return kind || (q === "" ? "acts" : "all");
}

export function isWholeArea({ area: _, kind, ...filters }: AuditQuery): boolean {
  return (kind === "" || kind === "all") && !Object.values(filters).some(Boolean);
}

export interface AuditFilter {
  isAct: boolean;
  surface: string | null;
  route: string | null;
  isRefused: boolean | null;
  from: Date | null;
  id: string | null;
}

export function toAuditFilter({ kind, act, outcome, since, q }: AuditQuery, now: Date): AuditFilter {
  return {
    isAct: kind === "acts" || act !== "",
    surface: kind === "" || kind === "acts" || kind === "all" ? null : kind,
    route: act || null,
    isRefused: outcome === "" ? null : outcome === "refused",
    from: since === "" ? null : startOfSpan(since, now),
    id: q || null,
  };
}

export interface AuditCursor {
  at: Date;
  id: string;
}

const CURSOR = /^(\d{1,14})\.(\d{1,18})$/;

export function writeAuditCursor({ at, id }: AuditCursor): string {
  return `${at.getTime()}.${id}`;
}

export function readAuditCursor(text: string): AuditCursor | null {
  const [, at = "", id = ""] = CURSOR.exec(text) ?? [];
  return at === "" ? null : { at: new Date(Number(at)), id };
}

export function readLogSize(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
