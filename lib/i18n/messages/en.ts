import account from "./en/account.json";
import appForm from "./en/app-form.json";
import apps from "./en/apps.json";
import connectAgent from "./en/connect-agent.json";
import consent from "./en/consent.json";
import grants from "./en/grants.json";
import home from "./en/home.json";
import keyForm from "./en/key-form.json";
import keys from "./en/keys.json";
import notFound from "./en/not-found.json";
import overview from "./en/overview.json";
import previews from "./en/previews.json";
import scopes from "./en/scopes.json";
import sections from "./en/sections.json";
import signIn from "./en/sign-in.json";
import ui from "./en/ui.json";
import usage from "./en/usage.json";

export const en = {
  account,
  appForm,
  apps,
  grants,
  connectAgent,
  consent,
  home,
  keyForm,
  keys,
  notFound,
  overview,
  previews,
  scopes,
  sections,
  signIn,
  ui,
  usage,
};
