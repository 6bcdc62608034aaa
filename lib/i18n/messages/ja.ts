import account from "./ja/account.json";
import agentRunForms from "./ja/agent-run-forms.json";
import agentRuns from "./ja/agent-runs.json";
import appForm from "./ja/app-form.json";
import apps from "./ja/apps.json";
import connectAgent from "./ja/connect-agent.json";
import connectorForms from "./ja/connector-forms.json";
import connectors from "./ja/connectors.json";
import consent from "./ja/consent.json";
import deliveries from "./ja/deliveries.json";
import eventCatalog from "./ja/event-catalog.json";
import grants from "./ja/grants.json";
import home from "./ja/home.json";
import keyForm from "./ja/key-form.json";
import keys from "./ja/keys.json";
import notFound from "./ja/not-found.json";
import organizationSettings from "./ja/organization-settings.json";
import overview from "./ja/overview.json";
import previews from "./ja/previews.json";
import problems from "./ja/problems.json";
import roles from "./ja/roles.json";
import files from "./ja/room-files.json";
import roomMembers from "./ja/room-members.json";
import messages from "./ja/room-messages.json";
import roomRecords from "./ja/room-records.json";
import roomTasks from "./ja/room-tasks.json";
import rooms from "./ja/rooms.json";
import scopes from "./ja/scopes.json";
import sections from "./ja/sections.json";
import signIn from "./ja/sign-in.json";
import ui from "./ja/ui.json";
import usage from "./ja/usage.json";
import webhookForms from "./ja/webhook-forms.json";
import webhookVerify from "./ja/webhook-verify.json";
import webhooks from "./ja/webhooks.json";

export const ja = {
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
