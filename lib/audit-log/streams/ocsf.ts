import { writeAuditCursor } from "../audit-filter";
import type { AuditEntry } from "../list-audit";

const SCHEMA_VERSION = "1.5.0";
const [CATEGORY, CLASS] = [6, 6003];
const [CREATE, READ, UPDATE, DELETE, OTHER] = [1, 2, 3, 4, 99];
const OF_METHOD: Record<string, number> = {
  GET: READ,
  HEAD: READ,
  POST: CREATE,
  PUT: UPDATE,
  PATCH: UPDATE,
  DELETE,
};
const OF_VERB: [RegExp, number][] = [
  [/\.(?:create|register|add|join|start)$/, CREATE],
  [/\.(?:delete|revoke|remove|leave|end|end_all|withdraw|decline)$/, DELETE],
  [/\.(?:test)$/, OTHER],
  [/./, UPDATE],
];
const NAMES = new Map([
  [CREATE, "Create"],
  [READ, "Read"],
  [UPDATE, "Update"],
  [DELETE, "Delete"],
  [OTHER, "Other"],
]);

function findActivity({ method, route }: AuditEntry): number {
  if (method === "ACT") return OF_VERB.find(([pattern]) => pattern.test(route))?.[1] ?? OTHER;
  return OF_METHOD[method] ?? OTHER;
}

function findSeverity(status: number): 1 | 2 | 3 {
  return status >= 500 ? 3 : status >= 400 ? 2 : 1;
}

const omitEmpty = (members: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ""),
  );

export function writeOcsf(entry: AuditEntry): Record<string, unknown> {
  const activity = findActivity(entry);
  const isRefused = entry.status >= 400;
  const operation = entry.method === "ACT" ? entry.route : `${entry.method} ${entry.route}`;
  return {
    category_uid: CATEGORY,
    category_name: "Application Activity",
    class_uid: CLASS,
    class_name: "API Activity",
    activity_id: activity,
    activity_name: NAMES.get(activity),
    type_uid: CLASS * 100 + activity,
    severity_id: findSeverity(entry.status),
    time: entry.at.getTime(),
    status_id: isRefused ? 2 : 1,
    status: isRefused ? "Failure" : "Success",
    status_code: String(entry.status),
    ...omitEmpty({ status_detail: entry.errorCode, duration: entry.durationMs }),
    metadata: {
      version: SCHEMA_VERSION,
      product: { name: "Audit log", vendor_name: "Svc", feature: { name: entry.surface } },
      log_name: "audit",
      uid: writeAuditCursor(entry),
      correlation_uid: entry.requestId,
      event_code: operation,
    },
    actor: describeActor(entry),
    api: {
      operation,
      service: { name: entry.surface },
      request: { uid: entry.requestId },
      response: omitEmpty({ code: entry.status, error: entry.errorCode }),
    },
    src_endpoint: { svc_name: entry.surface, ...describeAddress(entry.address) },
    ...(entry.resourceId === null ? {} : { resources: [{ uid: entry.resourceId }] }),
    unmapped: omitEmpty({
      scopes: entry.scopes,
      unitsCost: entry.unitsCost,
      requests: entry.requests,
      authMethod: entry.authMethod,
      actorType: entry.actorType,
      grantId: entry.grantId,
      externalTokenId: entry.externalTokenId,
      details: entry.details,
    }),
  };
}

/** IPv6 clients are counted by network, which is not an `ip` of the schema. */
function describeAddress(address: string | null): Record<string, string> {
  if (address === null) return {};
  return address.includes("/") ? { name: address } : { ip: address };
}

/** The class requires at least one of user, session and app. */
function describeActor({ userId, userName, apiKeyId, keyName, appId, appName, surface }: AuditEntry) {
  const app = omitEmpty({ app_uid: appId ?? apiKeyId, app_name: appName ?? keyName });
  const user = userId === null ? {} : { user: omitEmpty({ uid: userId, name: userName, type_id: 1 }) };
  const actor = { ...app, ...user };
  return Object.keys(actor).length > 0 ? actor : { app_name: surface === "leaks" ? "Secret scanner" : "Unknown" };
}
