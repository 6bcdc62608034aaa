import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Avatar } from "@/app/_ui/avatar";
import { RoleBadge } from "@/app/_ui/role";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import { organizationPath } from "./paths";

export function OrganizationList({ organizations }: { organizations: readonly OrganizationAccess[] }) {
  const t = useTranslations("organizationSettings");
  return (
    <ul aria-label={t("title")} className="card divide-y divide-line overflow-hidden">
      {organizations.map(({ organizationId, name, description, role }) => (
        <li key={organizationId}>
          <Link
            href={organizationPath(organizationId)}
            className="flex min-h-16 items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-muted"
          >
            <Avatar name={name} />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block font-medium break-words">{name}</span>
                {description ? <span className="block truncate text-dense text-ink-2">{description}</span> : null}
              </span>
              <span className="w-28 shrink-0">
                <RoleBadge role={role} />
              </span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
