import { Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { requireSession } from "@/lib/accounts/session";
import { listEventGroups } from "../webhooks/event-groups";
import { DeliveryHeaders } from "./delivery-headers";
import { EventEntry } from "./event-entry";

export const generateMetadata = pageTitle("eventCatalog.title");

export default async function EventCatalogPage() {
  await requireSession("/settings/developer/event-catalog");
  const [groups, t] = await Promise.all([listEventGroups(), getTranslations("eventCatalog")]);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")}>
        <LinkButton look="primary" href="/settings/developer/webhooks/new">
          <Plus aria-hidden />
          {t("create")}
        </LinkButton>
      </PageHeader>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="grid min-w-0 grid-cols-1 gap-8">
          <DeliveryHeaders />
          {groups.map(({ key, events }) => (
            <section key={key} aria-labelledby={`group-${key}`} className="grid grid-cols-1 gap-3">
              <h2 id={`group-${key}`} className="text-lg font-semibold">
                {t(`groups.${key}`)}
              </h2>
              {events.map((event) => (
                <EventEntry key={event.type} event={event} />
              ))}
            </section>
          ))}
        </div>
        <nav aria-label={t("toc")} className="sticky top-9 order-first hidden lg:order-last lg:block">
          <h2 className="mb-2 text-xs font-medium text-ink-3">{t("toc")}</h2>
          <ul className="grid border-l border-line">
            {groups
              .flatMap(({ events }) => events)
              .map(({ type }) => (
                <li key={type}>
                  <a
                    href={`#${type}`}
                    className="block py-1 pl-3 font-mono text-xs break-all text-ink-2 hover:text-ink"
                  >
                    {type}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </>
  );
}
