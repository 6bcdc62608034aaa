import { getTranslations } from "next-intl/server";
import { organizationPath } from "@/app/_links";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { mayManage } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import type { SeatUse } from "@/lib/organizations/queries";
import { maxSelfServiceSeats } from "@/lib/organizations/update";
import { readOwnSeats } from "@/lib/people/queries";
import { readUnits } from "@/lib/usage/reserve";
import { leave } from "../actions";
import { DetailsForm } from "../details-form";
import { SeatConsequences } from "../organization-page";
import { SeatsForm } from "./seats-form";

interface StepProps {
  access: OrganizationAccess;
  use: SeatUse;
}

export function OrganizationStep({ step, access, use }: StepProps & { step: string }) {
  if (step === "leave") return <Leave access={access} />;
  if (step === "edit" && mayManage(access.role)) return <Edit access={access} />;
  if (step === "seats" && access.role === OWNER_ROLE) return <Seats access={access} use={use} />;
  return null;
}

async function Leave({ access }: Pick<StepProps, "access">) {
  const { organizationId, name } = access;
  const [seats, t] = await Promise.all([readOwnSeats(access), getTranslations("organizationSettings.leave")]);
  return (
    <StepDialog backHref={organizationPath(organizationId)} title={t("heading", { name })}>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <SeatConsequences seats={seats} />
      <ConfirmForm
        action={leave}
        hidden={{ organizationId }}
        name={name}
        failed={t("failed")}
        submit={t("action")}
        cancelHref={organizationPath(organizationId)}
      />
    </StepDialog>
  );
}

async function Edit({ access: { organizationId, name, description } }: Pick<StepProps, "access">) {
  const t = await getTranslations("organizationSettings.edit");
  return (
    <StepDialog backHref={organizationPath(organizationId)} title={t("title")}>
      <DetailsForm organization={{ organizationId, name, description }} />
    </StepDialog>
  );
}

async function Seats({ access: { organizationId, billingEntityId, plan, seats }, use }: StepProps) {
  const [{ used }, t] = await Promise.all([
    readUnits({ entityId: billingEntityId, plan, seats }),
    getTranslations("organizationSettings.seats"),
  ]);
  return (
    <StepDialog backHref={organizationPath(organizationId)} title={t("title")}>
      <p className="text-ink-2 text-pretty">{t("description")}</p>
      <SeatsForm
        organizationId={organizationId}
        plan={plan}
        seats={seats}
        max={maxSelfServiceSeats(seats)}
        taken={use.members + use.invited}
        used={used}
      />
    </StepDialog>
  );
}
