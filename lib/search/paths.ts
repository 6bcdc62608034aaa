import { pathOfError } from "../api/error-path";
import { EVENT_CATALOG_PATH } from "../docs/event-page";
import { slugOf } from "../docs/markdown";
import { pathOfOperation } from "../docs/operation-page";

const DEVELOPER = "/settings/developer";

const part = encodeURIComponent;

const RESTS = {
  message: ({ id }: TextPlace) => `?message=${id}#${id}`,
  comment: ({ id, recordId }: TextPlace) => `/records/${recordId}?comment=${id}#${id}`,
  record: ({ id }: TextPlace) => `/records/${id}`,
  task: ({ id }: TextPlace) => `/tasks/${id}`,
  file: () => "/files",
};

interface TextPlace {
  id: string;
  roomId: string;
  recordId: string | null;
}

export const PAGES = {
  request: (id: string) => `${DEVELOPER}/requests/${part(id)}`,
  webhook: (id: string) => `${DEVELOPER}/webhooks/${part(id)}`,
  event: (webhookId: string, eventId: string) =>
    `${DEVELOPER}/webhooks/${part(webhookId)}/deliveries?open=${part(eventId)}`,
  attempt: (webhookId: string, id: string) => `${DEVELOPER}/webhooks/${part(webhookId)}/attempts/${part(id)}`,
  key: (id: string) => `${DEVELOPER}/api-keys/${part(id)}`,
  grant: (id: string) => `${DEVELOPER}/authorized-apps/${part(id)}`,
  app: (id: string) => `/settings/admin/oauth-apps/${part(id)}`,
  room: (id: string, rest = ""): string => `/rooms/${part(id)}${rest}`,
  text: (hit: TextPlace & { kind: keyof typeof RESTS }): string => PAGES.room(hit.roomId, RESTS[hit.kind](hit)),
  person: (email: string) => `/rooms/new-message?q=${part(email)}`,
  organization: (id: string) => `/settings/organizations/${part(id)}`,
  connector: (id: string) => `${DEVELOPER}/connectors/${part(id)}`,
  run: (id: string) => `${DEVELOPER}/agent-runs/${part(id)}`,
  stream: (id: string) => `${DEVELOPER}/audit-log/streams/${part(id)}`,
  operation: pathOfOperation,
  errorCode: pathOfError,
  eventType: (type: string) => `${EVENT_CATALOG_PATH}#${slugOf(type)}`,
};
