import type { Endpoint } from "../api/endpoint";
import type { Step } from "../api/trace";
import type { RequestFacts } from "../audit/request-facts";
import type { Cause, FixKind } from "../docs/surface/cause-names";
import type { ErrorCode } from "../platform/errors";
import type { CallerKind } from "./callers";
import type { AccessFacts } from "./find-access-facts";
import type { RequestArea } from "./open-viewer";

export interface Fix {
  kind: FixKind;
  /** The page that does it, or that says how. */
  href: string | null;
}

export interface Stop {
  step: Step;
  code: ErrorCode;
  cause: Cause;
  /** The texts name these: scopes, limits, versions, fields. */
  values: Readonly<Record<string, string | number | readonly string[]>>;
  fix: Fix;
}

export interface Refusal {
  step: Step;
  code: ErrorCode;
  status: number;
  route: string;
  actorType: string | null;
  credentialId: string | null;
  userId: string | null;
  roomId: string | null;
  facts: RequestFacts;
  endpoint: Endpoint | null;
  /** null: the credential is not known, and so is the entity. */
  area: RequestArea | null;
  access: AccessFacts;
}

/** A refusal with what follows from it alone. */
export interface Case extends Refusal {
  kind: CallerKind;
  isTool: boolean;
}
