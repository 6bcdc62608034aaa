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
  href: string | null;
}

export interface Refusal {
  step: Step;
  code: ErrorCode;
  cause: Cause;
  values: Readonly<Record<string, string | number | readonly string[]>>;
  fix: Fix;
}

export interface RefusedRequest {
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
  /** null when the credential, and with it the entity, is unknown. */
  area: RequestArea | null;
  access: AccessFacts;
}

export interface Case extends RefusedRequest {
  kind: CallerKind;
  isTool: boolean;
}
