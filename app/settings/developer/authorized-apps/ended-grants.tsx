import Link from "next/link";
import { useTranslations } from "next-intl";
import { Time } from "@/app/_ui/time";
import type { GrantSummary } from "@/lib/oauth/grant";
import { GrantStatus } from "./grant-status";
import { grantPath } from "./paths";

export function EndedGrants({ grants }: { grants: readonly GrantSummary[] }) {
  const t = useTranslations("grants");
  if (grants.length === 0) return null;
  return (
    <section aria-labelledby="ended" className="mt-8">
      <h2 id="ended" className="text-dense font-medium text-ink-2">
        {t("ended")}
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line text-dense text-ink-2">
        {grants.map((grant) => (
          <li key={grant.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-40 flex-1">
              {grant.app.name}{" "}
              <span className="text-ink-3">
                {t("developer", { name: grant.app.developerName })} · {grant.organizationName ?? t("own")}
              </span>
            </span>
            <span className="text-ink-3">{grant.endedAt ? <Time value={grant.endedAt} style="date" /> : null}</span>
            <GrantStatus state={grant.state} />
            <Link
              href={grantPath(grant.id)}
              aria-label={`${t("why")} ${grant.app.name}`}
              className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
            >
              {t("why")}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
