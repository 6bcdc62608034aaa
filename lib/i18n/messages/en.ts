import account from "./en/account.json";
import deliveries from "./en/deliveries.json";
import eventCatalog from "./en/event-catalog.json";
import home from "./en/home.json";
import keyForm from "./en/key-form.json";
import keys from "./en/keys.json";
import notFound from "./en/not-found.json";
import overview from "./en/overview.json";
import previews from "./en/previews.json";
import sections from "./en/sections.json";
import signIn from "./en/sign-in.json";
import ui from "./en/ui.json";
import usage from "./en/usage.json";
import webhookForms from "./en/webhook-forms.json";
import webhookVerify from "./en/webhook-verify.json";
import webhooks from "./en/webhooks.json";

export const en = {
  account,
  deliveries,
  eventCatalog,
  home,
  keyForm,
  keys,
  notFound,
  overview,
  previews,
  sections,
  signIn,
  ui,
  usage,
  webhookForms,
  webhooks,
  webhookVerify,
};
