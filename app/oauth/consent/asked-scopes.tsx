import { getTranslations } from "next-intl/server";
import { ScopeList } from "@/app/_ui/scope-list";
import type { Scope } from "@/lib/access/scopes";
import type { EarlierConsent } from "@/lib/oauth/consent-query";

interface AskedScopesProps {
  scopes: Scope[];
  earlier: EarlierConsent;
}

/** New scopes come first, those granted before come below. */
export async function AskedScopes({ scopes, earlier }: AskedScopesProps) {
  const t = await getTranslations("consent");
  const fresh = scopes.filter((scope) => !earlier.scopes.has(scope));
  const known = scopes.filter((scope) => earlier.scopes.has(scope));
  const isFirst = earlier.scopes.size === 0;
  return (
    <div className="grid gap-4 px-5 py-4">
      {fresh.length > 0 ? (
        <section>
          <h2 className="mb-2.5 text-dense font-semibold">{t(isFirst ? "scopesHeading" : "newHeading")}</h2>
          <ScopeList scopes={fresh} isPlain />
        </section>
      ) : (
        <p className="text-dense text-ink-2">{t("nothingNew")}</p>
      )}
      {known.length > 0 ? (
        <section>
          <h2 className="mb-2.5 text-dense font-semibold text-ink-2">{t("grantedHeading")}</h2>
          <ScopeList scopes={known} isPlain />
        </section>
      ) : null}
    </div>
  );
}
