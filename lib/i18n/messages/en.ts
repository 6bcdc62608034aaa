import account from "./en/account.json";
import agentRunForms from "./en/agent-run-forms.json";
import agentRuns from "./en/agent-runs.json";
import appForm from "./en/app-form.json";
import apps from "./en/apps.json";
import connectAgent from "./en/connect-agent.json";
import connectorForms from "./en/connector-forms.json";
import connectors from "./en/connectors.json";
import consent from "./en/consent.json";
import deliveries from "./en/deliveries.json";
import eventCatalog from "./en/event-catalog.json";
import grants from "./en/grants.json";
import home from "./en/home.json";
import keyForm from "./en/key-form.json";
import keys from "./en/keys.json";
import notFound from "./en/not-found.json";
import organizationSettings from "./en/organization-settings.json";
import overview from "./en/overview.json";
import previews from "./en/previews.json";
import problems from "./en/problems.json";
import roles from "./en/roles.json";
import files from "./en/room-files.json";
import roomMembers from "./en/room-members.json";
import messages from "./en/room-messages.json";
import roomRecords from "./en/room-records.json";
import roomTasks from "./en/room-tasks.json";
import rooms from "./en/rooms.json";
import scopes from "./en/scopes.json";
import sections from "./en/sections.json";
import signIn from "./en/sign-in.json";
import ui from "./en/ui.json";
import usage from "./en/usage.json";
import webhookForms from "./en/webhook-forms.json";
import webhookVerify from "./en/webhook-verify.json";
import webhooks from "./en/webhooks.json";

export const en = {
  connectors,
  connectorForms,
  agentRuns,
  agentRunForms,
  account,
  appForm,
  apps,
  grants,
  connectAgent,
  consent,
  deliveries,
  eventCatalog,
  home,
  keyForm,
  keys,
  messages,
  notFound,
  overview,
  previews,
  problems,
  roomRecords,
  files,
  rooms,
  roomTasks,
  scopes,
  sections,
  signIn,
  ui,
  usage,
  webhookForms,
  webhooks,
  webhookVerify,
  roles,
  roomMembers,
  organizationSettings,
};
