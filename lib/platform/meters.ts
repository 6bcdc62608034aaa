import { shared } from "./shared";

export const COUNTERS = {
  svc_http_requests_total: {
    help: "Responses by route template, method and class of status; `aborted` when the client left before",
    labels: ["route", "method", "status"],
  },
  svc_refusals_total: {
    help: "Refused and failed calls of /v1 and tools, by the step that ended them (§5) and the error code",
    labels: ["gate", "code"],
  },
  svc_units_charged_total: { help: "Units that were confirmed", labels: [] },
  svc_limits_backend_failures_total: { help: "Counts of bursts that failed, so that the request got 503", labels: [] },
  svc_database_refusals_total: {
    help: "Times that work got no connection: `busy` (none was free in time), `unreachable`, `silent` (it does not respond), `other`",
    labels: ["reason"],
  },
  svc_delivery_attempts_total: { help: "Finished attempts of deliveries by outcome", labels: ["outcome"] },
  svc_agent_runs_ended_total: { help: "Agent runs that ended, by state", labels: ["state"] },
  svc_background_runs_ended_total: {
    help: "Runs of background functions that the embedded runner ended, by function and outcome",
    labels: ["function", "outcome"],
  },
  svc_spans_total: { help: "Spans by what became of them: sent, or dropped", labels: ["outcome"] },
} as const satisfies Readonly<Record<string, Family>>;

export const HISTOGRAMS = {
  svc_http_request_duration_seconds: {
    help: "From the request's arrival to the end of its response, by route template; streams are left out",
    labels: ["route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  svc_group_commit_items: {
    help: "Callers that shared a statement",
    labels: ["batch"],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  },
  svc_group_commit_seconds: {
    help: "Duration of a shared statement",
    labels: ["batch"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  },
  svc_delivery_attempt_seconds: {
    help: "Duration of attempts that were sent",
    labels: [],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
} as const satisfies Readonly<Record<string, Family & { buckets: readonly number[] }>>;

export interface Family {
  readonly help: string;
  readonly labels: readonly string[];
}

type CounterName = keyof typeof COUNTERS;
type HistogramName = keyof typeof HISTOGRAMS;
type LabelsOf<Declared extends Family> = Readonly<Record<Declared["labels"][number], string>>;

export interface Meters {
  count(name: string, labels: Readonly<Record<string, string>>, by: number): void;
  observe(name: string, labels: Readonly<Record<string, string>>, value: number): void;
}

const connected = () => shared<{ meters: Meters | null }>("meters", () => ({ meters: null }));

export function connectMeters(meters: Meters | null): void {
  connected().meters = meters;
}

export function count<Name extends CounterName>(
  name: Name,
  labels: LabelsOf<(typeof COUNTERS)[Name]>,
  by: number = 1,
): void {
  connected().meters?.count(name, labels, by);
}

export function observe<Name extends HistogramName>(
  name: Name,
  labels: LabelsOf<(typeof HISTOGRAMS)[Name]>,
  value: number,
): void {
  connected().meters?.observe(name, labels, value);
}
