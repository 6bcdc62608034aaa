import type { Endpoint } from "../../lib/api/endpoint";
import type { ApiResponse } from "../../lib/api/request";
import type { Step } from "../../lib/api/trace";
import type { ErrorCode } from "../../lib/platform/errors";
import type { Cause, FixKind } from "../../lib/requests/cause-names";
import { REGISTRY } from "../../lib/surface/registry";
import { askEndpoint, bearer } from "./ask-endpoint";
import type { TestDatabase } from "./database";
import type { EndpointScene } from "./endpoint-scene";
import type { World } from "./world";

function endpointOf(operationId: string): Endpoint {
  const endpoint = REGISTRY.find((candidate) => candidate.operationId === operationId);
  if (!endpoint) throw new Error(`no ${operationId}`);
  return endpoint;
}

export const askOperation = (
  operationId: string,
  { params }: Pick<EndpointScene, "params">,
  credential: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  askEndpoint(
    endpointOf(operationId),
    params,
    { ...bearer(credential), ...headers },
    body === undefined ? {} : { body },
  );

interface Attempt {
  /** The request, as often as it is sent. */
  send: () => Promise<ApiResponse>;
  /** Does what the fix says. */
  fix: () => Promise<unknown>;
}

export interface RefusalCase {
  refusal: [code: ErrorCode, step: Step, cause: Cause, kind: FixKind, href: string | RegExp];
  /** The second look says that the request still fails, and afterwards that it passes; false: the request itself must change. */
  isChecked: boolean;
  provoke: (scene: EndpointScene) => Promise<Attempt>;
}

/** The rows that cases change. */
export interface CaseRows {
  database: TestDatabase;
  world: World;
}
