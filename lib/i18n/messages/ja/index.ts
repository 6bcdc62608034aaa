import administration from "./administration.json";
import agentRuns from "./agent-runs.json";
import apiKeys from "./api-keys.json";
import auditLog from "./audit-log.json";
import auditStreams from "./audit-streams.json";
import connectors from "./connectors.json";
import deliveries from "./deliveries.json";
import docs from "./docs.json";
import emoji from "./emoji.json";
import eventCatalog from "./event-catalog.json";
import failure from "./failure.json";
import grants from "./grants.json";
import home from "./home.json";
import legalHolds from "./legal-holds.json";
import mail from "./mail.json";
import notifications from "./notifications.json";
import oauthApps from "./oauth-apps.json";
import organizations from "./organizations.json";
import problems from "./problems.json";
import recordComments from "./record-comments.json";
import reference from "./reference.json";
import requests from "./requests.json";
import roomRecords from "./room-records.json";
import rooms from "./rooms.json";
import site from "./site.json";
import ui from "./ui.json";
import webhookVerify from "./webhook-verify.json";
import webhooks from "./webhooks.json";

export const ja = {
  ...administration,
  ...agentRuns,
  ...apiKeys,
  ...auditLog,
  ...auditStreams,
  ...connectors,
  ...docs,
  ...emoji,
  ...grants,
  ...home,
  ...legalHolds,
  ...mail,
  ...notifications,
  ...oauthApps,
  ...organizations,
  ...recordComments,
  ...requests,
  ...roomRecords,
  ...rooms,
  ...site,
  ...webhooks,
  deliveries,
  eventCatalog,
  failure,
  problems,
  reference,
  ui,
  webhookVerify,
};
