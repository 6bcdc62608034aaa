import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { OWNER_ROLE } from "@/lib/access/roles";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import type { SeatUse } from "@/lib/organizations/seats-query";
import { organizationPath } from "../paths";

export async function LeaveSection({ access, use }: { access: OrganizationAccess; use: SeatUse }) {
  const t = await getTranslations("organizationSettings.leave");
  const isLastOwner = access.role === OWNER_ROLE && use.owners === 1;
  return (
    <section aria-labelledby="leave" className="card flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
      <div className="min-w-0 max-w-prose">
        <h2 id="leave" className="font-semibold">
          {t("title")}
        </h2>
        <p className="mt-1 text-dense text-ink-2 text-pretty">{t(isLastOwner ? "lastOwner" : "short")}</p>
      </div>
      {isLastOwner ? null : (
        <LinkButton href={organizationPath(access.organizationId, "/leave")} look="dangerPlain">
          {t("action")}
        </LinkButton>
      )}
    </section>
  );
}
