import { beginCall, type Call } from "../../api/call";
import { isCrossSiteRequest } from "../../api/cors";
import { decodeBody, refuseOversized } from "../../api/decode";
import { HttpError, methodNotAllowed } from "../../api/errors";
import { limitBurst, requireActor, requireSession } from "../../api/gates";
import { answerCall } from "../../api/pipeline";
import type { ApiRequest, ApiResponse } from "../../api/request";
import { respondSuccess } from "../../api/respond";
import { callAsUser } from "./agent-caller";
import { cancelRun } from "./cancel-run";
import { openConnectorToRun } from "./open-connector";
import { type RunSummary, readRunOf } from "./queries";
import { ACTION_ROUTE, acceptRun } from "./start-run";

type Params = Readonly<Record<string, string>>;

/** §8: these paths are not `/v1`, but answered, limited and audited as it is. */
export interface ConnectorEndpoint {
  method: "GET" | "POST";
  route: string;
  work: (call: Call, userId: string, params: Params) => Promise<ApiResponse>;
}

const RUN_ROUTE = "/api/connectors/{connectorId}/runs/{runId}";

export const runAction: ConnectorEndpoint = {
  method: "POST",
  route: ACTION_ROUTE,
  async work(call, userId, { connectorId = "", action = "" }) {
    const { run, isReplay } = await acceptRun(call, {
      userId,
      connectorId,
      action,
      readBody: (schema) => decodeBody(call.request, schema),
      idempotencyKey: call.request.header("idempotency-key"),
    });
    const location = `/api/connectors/${connectorId}/runs/${run.id}`;
    const replayed = isReplay ? { "idempotent-replayed": "true" } : {};
    return respondSuccess(call, 202, JSON.stringify(run), { location, ...replayed });
  },
};

export const showRun: ConnectorEndpoint = {
  method: "GET",
  route: RUN_ROUTE,
  async work(call, userId, params) {
    return respondSuccess(call, 200, JSON.stringify(await openRun(call, userId, params)));
  },
};

export const stopRun: ConnectorEndpoint = {
  method: "POST",
  route: `${RUN_ROUTE}/cancel`,
  async work(call, userId, params) {
    const { id } = await openRun(call, userId, params);
    return respondSuccess(call, 200, JSON.stringify(await cancelRun(userId, id)));
  },
};

async function openRun(call: Call, userId: string, { connectorId = "", runId = "" }: Params): Promise<RunSummary> {
  const connector = await openConnectorToRun(userId, connectorId);
  const caller = requireActor(call, callAsUser(connector));
  await limitBurst(call, caller, "read");
  return readRunOf(userId, connectorId, runId);
}

export function answerConnector(
  { method, route, work }: ConnectorEndpoint,
  request: ApiRequest,
  { userId }: { userId: string | null },
  params: Params,
): Promise<ApiResponse> {
  return answerCall(beginCall(request, route, "connector"), async (call) => {
    call.isAuthenticated = userId !== null;
    refuseOversized(request);
    const asked = request.method === "HEAD" ? "GET" : request.method;
    if (asked !== method) throw methodNotAllowed(asked, method);
    if (isCrossSiteRequest(request.method, (name) => request.header(name))) {
      throw new HttpError(403, "forbidden", "This request came from another site's page.");
    }
    return work(call, requireSession(userId), params);
  });
}
