import administration from "./en/administration.json";
import agentRuns from "./en/agent-runs.json";
import apiKeys from "./en/api-keys.json";
import auditLog from "./en/audit-log.json";
import auditStreams from "./en/audit-streams.json";
import connectors from "./en/connectors.json";
import deliveries from "./en/deliveries.json";
import docs from "./en/docs.json";
import eventCatalog from "./en/event-catalog.json";
import grants from "./en/grants.json";
import home from "./en/home.json";
import legalHolds from "./en/legal-holds.json";
import mail from "./en/mail.json";
import notifications from "./en/notifications.json";
import oauthApps from "./en/oauth-apps.json";
import organizations from "./en/organizations.json";
import problems from "./en/problems.json";
import reference from "./en/reference.json";
import requests from "./en/requests.json";
import roomRecords from "./en/room-records.json";
import rooms from "./en/rooms.json";
import site from "./en/site.json";
import ui from "./en/ui.json";
import webhookVerify from "./en/webhook-verify.json";
import webhooks from "./en/webhooks.json";

/** A file holds the namespaces of screens that belong together, or is one namespace. */
export const en = {
  ...administration,
  ...agentRuns,
  ...apiKeys,
  ...auditLog,
  ...auditStreams,
  ...connectors,
  ...docs,
  ...grants,
  ...home,
  ...legalHolds,
  ...mail,
  ...notifications,
  ...oauthApps,
  ...organizations,
  ...requests,
  ...roomRecords,
  ...rooms,
  ...site,
  ...webhooks,
  deliveries,
  eventCatalog,
  problems,
  reference,
  ui,
  webhookVerify,
};
