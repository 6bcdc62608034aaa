import type { Outcome } from "./cli/approve/outcome";

export function writeQuery(query: Readonly<Partial<Record<string, string>>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : "";
}

/** The page with a step of it, which is a dialog. */
export function pathOfStep(path: string, step: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}step=${step}`;
}

export const ROOMS_PATH = "/rooms";
export const NEW_MESSAGE_PATH = `${ROOMS_PATH}/new-message`;
export const NEW_ROOM_PATH = `${ROOMS_PATH}/new`;

export const SEARCH_PATH = `${ROOMS_PATH}/search`;

export function pathOfSearch(fields: { q?: string; room?: string; before?: string }): string {
  return `${SEARCH_PATH}?${new URLSearchParams(fields)}`;
}

export const OWN_PLACE = "own";

/** The next step in the new room. `webhook`: the room was missing for a webhook. */
export type NewRoomPurpose = "" | "webhook";

export function readPurpose(value: string): NewRoomPurpose {
  return value === "webhook" ? value : "";
}

export function pathOfNewRoom(place: string, purpose: NewRoomPurpose = ""): string {
  const query = new URLSearchParams({ ...(place && { in: place }), ...(purpose && { for: purpose }) });
  return query.size > 0 ? `${NEW_ROOM_PATH}?${query}` : NEW_ROOM_PATH;
}

export type RoomTab = "messages" | "tasks" | "records" | "files" | "members";

export const ROOM_TABS: readonly RoomTab[] = ["messages", "tasks", "records", "files", "members"];
export const DIRECT_TABS: readonly RoomTab[] = ["messages", "files"];

export function pathOfRoom(roomId: string, tab: RoomTab = "messages"): string {
  const path = `${ROOMS_PATH}/${encodeURIComponent(roomId)}`;
  return tab === "messages" ? path : `${path}/${tab}`;
}

export function pathOfMessage(roomId: string, messageId: string): string {
  return `${pathOfRoom(roomId)}?message=${messageId}#${messageId}`;
}

/** The same page, with the form that changes the message or reacts to it. */
export function pathOfChange(roomId: string, messageId: string, kind: "react" | "edit" | "delete"): string {
  return `${pathOfRoom(roomId)}?message=${messageId}&${kind}=${messageId}#${messageId}`;
}

export function pathOfTask(roomId: string, taskId: string): string {
  return `${pathOfRoom(roomId, "tasks")}/${encodeURIComponent(taskId)}`;
}

export function pathOfRecords(roomId: string, rest = ""): string {
  return `${pathOfRoom(roomId, "records")}${rest}`;
}

export function pathOfRecord(roomId: string, recordId: string, rest = ""): string {
  return pathOfRecords(roomId, `/${encodeURIComponent(recordId)}${rest}`);
}

export function pathOfComment(roomId: string, recordId: string, commentId: string, act?: "edit" | "delete"): string {
  const form = act ? `&${act}=${commentId}` : "";
  return pathOfRecord(roomId, recordId, `?comment=${commentId}${form}#${commentId}`);
}

export function pathOfMembers(roomId: string, rest = ""): string {
  return `${pathOfRoom(roomId, "members")}${rest}`;
}

export function pathOfMember(roomId: string, userId: string): string {
  return pathOfMembers(roomId, `/${encodeURIComponent(userId)}`);
}

export function pathOfDownload({ roomId, id }: { roomId: string; id: string }): string {
  return `/api/rooms/${roomId}/files/${id}/download`;
}

/** The service refuses a picture that would take too much memory to decode. */
export function pathOfPicture(file: { roomId: string; id: string }): string {
  return `${pathOfDownload(file)}?shown`;
}

/** The file's own page. A filter keeps the way to the next file within the same list. */
export function pathOfFile(
  { roomId, id }: { roomId: string; id: string },
  filter: Record<string, string> = {},
): string {
  return `${pathOfRoom(roomId, "files")}/${id}${writeQuery(filter)}`;
}

export function pathOfFiles(roomId: string, filter: Record<string, string>): string {
  return `${pathOfRoom(roomId, "files")}${writeQuery(filter)}`;
}

export function pathOfPreview({ roomId, id }: { roomId: string; id: string }): string {
  return `/api/rooms/${roomId}/files/${id}/preview`;
}

export const HOLDS_PATH = "/settings/admin/legal-holds";

export function holdsPath(query: Readonly<Record<string, string>>): string {
  return `${HOLDS_PATH}${writeQuery(query)}`;
}

export const TENANTS_PATH = "/settings/admin/tenants";

export function tenantPath(tenantId: string): string {
  return `${TENANTS_PATH}/${tenantId}`;
}

export function tenantsPath(filter: Readonly<Record<string, string>>): string {
  return `${TENANTS_PATH}${writeQuery(filter)}`;
}

export const HEALTH_PATH = "/settings/admin";
export const TROUBLED_HOSTS_PATH = `${HEALTH_PATH}/deliveries`;
export const BACKGROUND_PATH = `${HEALTH_PATH}/background`;
export const ACTS_PATH = `${HEALTH_PATH}/acts`;

export function healthPath(query: Readonly<Record<string, string>>): string {
  return `${HEALTH_PATH}${writeQuery(query)}`;
}

export function actsPath(query: Readonly<Record<string, string>>): string {
  return `${ACTS_PATH}${writeQuery(query)}`;
}

export function backgroundPath(query: Readonly<Record<string, string>>): string {
  return `${BACKGROUND_PATH}${writeQuery(query)}`;
}

export function troubledHostsPath(filter: Readonly<Record<string, string>>): string {
  return `${TROUBLED_HOSTS_PATH}${writeQuery(filter)}`;
}

export const APPS_PATH = "/settings/admin/oauth-apps";

export function appPath(appId: string): string {
  return `${APPS_PATH}/${encodeURIComponent(appId)}`;
}

export const CLIENTS_PATH = `${APPS_PATH}/clients`;

export function clientPath(documentId: string): string {
  return `${CLIENTS_PATH}/${encodeURIComponent(documentId)}`;
}

export const AUDIT_PATH = "/settings/developer/audit-log";
export const STREAMS_PATH = `${AUDIT_PATH}/streams`;

export function proofPath(area: string, row: string): string {
  return `${AUDIT_PATH}/proof${writeQuery({ area, row })}`;
}

export function streamPath(streamId: string, rest = ""): string {
  return `${STREAMS_PATH}/${encodeURIComponent(streamId)}${rest}`;
}

export const KEYS_PATH = "/settings/developer/api-keys";

export function keysPath(area: string): string {
  return `${KEYS_PATH}?area=${encodeURIComponent(area)}`;
}

export function keyPath(keyId: string): string {
  return `${KEYS_PATH}/${encodeURIComponent(keyId)}`;
}

export const REQUESTS_PATH = "/settings/developer/requests";

export function whyPath(requestId: string, rowId?: string | null): string {
  const row = rowId ? `?row=${encodeURIComponent(rowId)}` : "";
  return `${REQUESTS_PATH}/${encodeURIComponent(requestId)}${row}`;
}

export const CONNECTORS_PATH = "/settings/developer/connectors";
export const RUNS_PATH = "/settings/developer/agent-runs";

export function connectorPath(connectorId: string, rest = ""): string {
  return `${CONNECTORS_PATH}/${encodeURIComponent(connectorId)}${rest}`;
}

export function runPath(runId: string): string {
  return `${RUNS_PATH}/${encodeURIComponent(runId)}`;
}

export const WEBHOOKS_PATH = "/settings/developer/webhooks";

export function webhookPath(webhookId: string, rest = ""): string {
  return `${WEBHOOKS_PATH}/${encodeURIComponent(webhookId)}${rest}`;
}

export function newWebhookPath(roomId: string): string {
  return `${WEBHOOKS_PATH}/new?room=${encodeURIComponent(roomId)}`;
}

export function verifyPath(webhookId: string, attemptId: string): string {
  return `${WEBHOOKS_PATH}/verify?${new URLSearchParams({ webhook: webhookId, attempt: attemptId }).toString()}`;
}

export const CONNECT_AGENT_PATH = "/settings/developer/connect-agent";

export function requestClientPath(clientUrl: string): string {
  return `${CONNECT_AGENT_PATH}/ask?client=${encodeURIComponent(clientUrl)}`;
}

export const GRANTS_PATH = "/settings/developer/authorized-apps";

export function grantPath(grantId: string): string {
  return `${GRANTS_PATH}/${encodeURIComponent(grantId)}`;
}

export const PASSKEYS_PATH = "/settings/account";

export const ORGANIZATIONS_PATH = "/settings/organizations";

export function organizationPath(organizationId: string, rest = ""): string {
  return `${ORGANIZATIONS_PATH}/${encodeURIComponent(organizationId)}${rest}`;
}

export function personPath(organizationId: string, userId: string): string {
  return organizationPath(organizationId, `/members/${encodeURIComponent(userId)}`);
}

export const CONFIRM_PATH = "/confirm";

export function confirmPath(path: string): string {
  return `${CONFIRM_PATH}?callbackUrl=${encodeURIComponent(path)}`;
}

export const APPROVE_PATH = "/cli/approve";

export const outcomePath = (outcome: Outcome): string => `${APPROVE_PATH}?outcome=${outcome}`;

/** The ticket is good in the session that typed the code alone: such a link opens nothing for anyone else. */
export function decisionPath(loginId: string, ticket: string, isUnconfirmed = false): string {
  const query = new URLSearchParams({ login: loginId, ticket, ...(isUnconfirmed ? { problem: "confirm" } : {}) });
  return `${APPROVE_PATH}?${query}`;
}
