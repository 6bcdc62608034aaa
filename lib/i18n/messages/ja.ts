import administration from "./ja/administration.json";
import agentRuns from "./ja/agent-runs.json";
import apiKeys from "./ja/api-keys.json";
import auditLog from "./ja/audit-log.json";
import auditStreams from "./ja/audit-streams.json";
import connectors from "./ja/connectors.json";
import deliveries from "./ja/deliveries.json";
import docs from "./ja/docs.json";
import eventCatalog from "./ja/event-catalog.json";
import grants from "./ja/grants.json";
import home from "./ja/home.json";
import legalHolds from "./ja/legal-holds.json";
import mail from "./ja/mail.json";
import notifications from "./ja/notifications.json";
import oauthApps from "./ja/oauth-apps.json";
import organizations from "./ja/organizations.json";
import problems from "./ja/problems.json";
import reference from "./ja/reference.json";
import requests from "./ja/requests.json";
import roomRecords from "./ja/room-records.json";
import rooms from "./ja/rooms.json";
import site from "./ja/site.json";
import ui from "./ja/ui.json";
import webhookVerify from "./ja/webhook-verify.json";
import webhooks from "./ja/webhooks.json";

export const ja = {
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
