import { Check, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { SCOPE_RESOURCES, type Scope, splitScope } from "@/lib/api/scopes";
import type { EarlierConsent } from "@/lib/oauth/consent-store";

interface ScopeListProps {
  scopes: Scope[];
  earlier: EarlierConsent;
}

/** What is new stands first and plain; what was allowed before stands below, quieter. */
export async function ScopeList({ scopes, earlier }: ScopeListProps) {
  const t = await getTranslations("consent");
  const fresh = scopes.filter((scope) => !earlier.scopes.has(scope));
  const known = scopes.filter((scope) => earlier.scopes.has(scope));
  const isFirst = earlier.scopes.size === 0;
  return (
    <div className="grid gap-4 px-5 py-4">
      {fresh.length > 0 ? (
        <ScopeGroup title={t(isFirst ? "scopesHeading" : "newHeading")} scopes={fresh} isNew={!isFirst} />
      ) : (
        <p className="text-dense text-ink-2">{t("nothingNew")}</p>
      )}
      {known.length > 0 ? <ScopeGroup title={t("grantedHeading")} scopes={known} isQuiet /> : null}
    </div>
  );
}

interface ScopeGroupProps {
  title: string;
  scopes: Scope[];
  isNew?: boolean;
  isQuiet?: boolean;
}

async function ScopeGroup({ title, scopes, isNew = false, isQuiet = false }: ScopeGroupProps) {
  const t = await getTranslations("consent");
  const Icon = isNew ? Plus : Check;
  const groups = SCOPE_RESOURCES.map((resource) => ({
    resource,
    scopes: scopes.filter((scope) => splitScope(scope).resource === resource),
  })).filter((group) => group.scopes.length > 0);
  return (
    <section>
      <h2 className={mergeClasses("text-dense font-medium", isQuiet && "text-ink-2")}>{title}</h2>
      <dl className={mergeClasses("mt-2 grid gap-2 text-dense", isQuiet && "text-ink-2")}>
        {groups.map((group) => (
          <div key={group.resource} className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[7rem_1fr]">
            <dt className="text-ink-2">{t(`resources.${group.resource}`)}</dt>
            {group.scopes.map((scope) => (
              <dd key={scope} className="flex gap-2 sm:col-start-2">
                <Icon
                  aria-hidden
                  className={mergeClasses("mt-0.5 size-4 shrink-0", isQuiet ? "text-ink-3" : "text-accent")}
                />
                {t(`scopes.${scope}`)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
