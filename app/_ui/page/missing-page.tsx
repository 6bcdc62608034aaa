import { getTranslations } from "next-intl/server";
import { LinkButton } from "../controls/button";

const BACK = {
  site: "/",
  page: "/settings/developer",
  section: "/settings",
  room: "/rooms",
  tab: "/rooms",
  task: "/rooms",
  record: "/rooms",
  version: "/rooms",
  person: "/rooms",
  file: "/rooms",
  member: "/settings/organizations",
  organization: "/settings/organizations",
  key: "/settings/developer/api-keys",
  grant: "/settings/developer/authorized-apps",
  webhook: "/settings/developer/webhooks",
  attempt: "/settings/developer/webhooks",
  connector: "/settings/developer/connectors",
  run: "/settings/developer/agent-runs",
  app: "/settings/admin/oauth-apps",
  tenant: "/settings/admin/tenants",
  request: "/settings/developer/requests",
} as const;

export type MissingThing = keyof typeof BACK;

const WITHIN_ROOM: readonly MissingThing[] = ["tab", "task", "record", "version", "person", "file"];

/** The content of a page about something that is not there, or that the reader may not see: the same on purpose. */
export async function MissingPage({ thing }: { thing: MissingThing }) {
  const t = await getTranslations("notFound");
  const Heading = WITHIN_ROOM.includes(thing) ? "h2" : "h1";
  return (
    <div className="mx-auto grid w-full max-w-md flex-1 content-center justify-items-start gap-3 py-10">
      <Heading className="text-xl font-semibold tracking-tight">{t(`titles.${thing}`)}</Heading>
      <p className="text-ink-2">{t("text")}</p>
      <LinkButton href={BACK[thing]} className="mt-3">
        {t(`back.${thing}`)}
      </LinkButton>
    </div>
  );
}
