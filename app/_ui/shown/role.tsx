import { CircleHelp, Crown, Eye, type LucideIcon, ShieldCheck, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { nameRole, ROLES, type Role, type RoleName } from "@/lib/access/membership";
import { MEMBER_ROLE } from "@/lib/access/roles";
import { FieldGroup, SelectField } from "../form/field";
import { Radio } from "../form/input";
import { Status } from "./status";

const ICONS: Readonly<Record<RoleName, LucideIcon>> = {
  owner: Crown,
  manager: ShieldCheck,
  member: UserRound,
  guest: Eye,
  unknown: CircleHelp,
};

export type RolePlace = "room" | "organization";

export function RoleBadge({ role }: { role: number | null }) {
  const t = useTranslations("roles");
  const name = nameRole(role);
  return (
    <Status tone={name === "owner" ? "accent" : "neutral"} icon={ICONS[name]}>
      {t(`names.${name}`)}
    </Status>
  );
}

interface RoleRadiosProps {
  place: RolePlace;
  roles: readonly Role[];
  current: number | null;
}

export function RoleRadios({ place, roles, current }: RoleRadiosProps) {
  const t = useTranslations("roles");
  return (
    <FieldGroup id="role" legend={t("legend")}>
      {roles.map((role) => {
        const name = nameRole(role);
        return (
          <label
            key={role}
            className="flex items-start gap-3 rounded-control border border-line p-3 has-checked:bg-muted"
          >
            <Radio
              name="role"
              value={role}
              defaultChecked={role === current}
              aria-describedby={`role-${name}`}
              className="mt-0.5"
            />
            <span className="min-w-0">
              <span className="block text-dense font-medium">{t(`names.${name}`)}</span>
              <span id={`role-${name}`} className="block text-dense text-ink-2 text-pretty">
                {t(`${place}.${name}`)}
              </span>
            </span>
          </label>
        );
      })}
    </FieldGroup>
  );
}

export function RoleField({ label, roles }: { label: string; roles: readonly Role[] }) {
  const t = useTranslations("roles.names");
  return (
    <SelectField name="role" label={label} defaultValue={MEMBER_ROLE}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(nameRole(role))}
        </option>
      ))}
    </SelectField>
  );
}

export function RoleTable({ place }: { place: RolePlace }) {
  const t = useTranslations("roles");
  return (
    <dl className="divide-y divide-line text-dense">
      {ROLES.map((role) => {
        const name = nameRole(role);
        return (
          <div key={role} className="flex flex-wrap gap-x-4 gap-y-1 py-2.5">
            <dt className="w-28 shrink-0">
              <RoleBadge role={role} />
            </dt>
            <dd className="min-w-0 flex-1 basis-56 py-0.5 text-ink-2 text-pretty">{t(`${place}.${name}`)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
