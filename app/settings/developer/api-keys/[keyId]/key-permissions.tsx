import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { isScope } from "@/lib/access/scopes";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { listReachable } from "@/lib/api-keys/reach";
import { EndpointList } from "../endpoint-list";
import { listEndpoints } from "../endpoints";

export function KeyPermissions({ apiKey }: { apiKey: KeySummary }) {
  const t = useTranslations("keys");
  const scopes = useTranslations("keyForm.scopes");
  const reachable = listReachable(listEndpoints(), apiKey.scopes, apiKey.owner.kind);
  return (
    <section aria-labelledby="permissions" className="card">
      <h2 id="permissions" className="border-b border-line px-5 py-3 font-semibold">
        {t("columns.scopes")}
      </h2>
      <ul className="grid gap-x-6 gap-y-2 px-5 py-4 text-dense sm:grid-cols-2">
        {apiKey.scopes.map((scope) => (
          <li key={scope} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            <span>
              <span className="font-mono">{scope}</span>
              {isScope(scope) ? <span className="block text-xs text-ink-3">{scopes(scope)}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <div className="border-t border-line px-5 py-4 text-dense">
        <p className="text-ink-2">{t("reach", { count: reachable.length })}</p>
        <EndpointList endpoints={reachable} className="mt-2 gap-1" />
      </div>
    </section>
  );
}
