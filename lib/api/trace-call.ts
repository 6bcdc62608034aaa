import { readTracing } from "../platform/spans";
import { openChild } from "../platform/trace-context";
import type { Call } from "./call";
import type { ApiResponse } from "./request";

export async function traceCall(call: Call, work: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const tracing = readTracing();
  if (!tracing || !call.span.isSampled) return work();
  const { span, trace, startedMs } = call;
  trace.visits = [];
  const response = await tracing.storage.run(span, work);
  for (const { step, ...times } of trace.visits) {
    const part = {
      name: step,
      kind: "internal",
      ...openChild(span),
      ...times,
      attributes: {},
      isError: false,
    } as const;
    tracing.record(part);
  }
  const endedMs = performance.now();
  const attributes = describeCall(call, response);
  const name = `${call.request.method} ${call.route}`;
  tracing.record({ ...span, name, kind: "server", startedMs, endedMs, attributes, isError: response.status >= 500 });
  return response;
}

function describeCall({ request, route, requestId, errorCode }: Call, { status }: ApiResponse) {
  return {
    "http.request.method": request.method,
    "http.route": route,
    "http.response.status_code": status,
    "svc.request_id": requestId,
    ...(errorCode === null ? {} : { "error.type": errorCode }),
  };
}
