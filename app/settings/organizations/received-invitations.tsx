"use client";

import { MailOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Time } from "@/app/_ui/time";
import { nameRole } from "@/lib/access/membership";
import { answer } from "./actions";

interface Invitation {
  id: string;
  organizationName: string;
  role: number;
  invitedByName: string;
  invitedByEmail: string;
  expiresAt: string;
}

export function ReceivedInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useTranslations("organizationSettings.received");
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="received" className="grid grid-cols-1 gap-3">
      <h2 id="received" className="font-semibold">
        {t("title")}
      </h2>
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
    </section>
  );
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const t = useTranslations("organizationSettings.received");
  const roles = useTranslations("roles.names");
  const form = useForm(answer);
  const { id, organizationName, role, invitedByName, invitedByEmail, expiresAt } = invitation;
  return (
    <div className="card grid gap-3 p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <MailOpen aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="font-medium break-words">
            {t("text", { organization: organizationName, role: roles(nameRole(role)) })}
          </p>
          <p className="mt-0.5 text-dense text-ink-2 break-words">
            {t.rich("by", {
              name: invitedByName,
              email: invitedByEmail,
              time: () => <Time value={expiresAt} style="date" />,
            })}
          </p>
        </div>
      </div>
      <ActionForm form={form} failed={t("failed")} hidden={{ invitationId: id }} className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          <SubmitButton name="answer" value="accept">
            {t("accept")}
          </SubmitButton>
          <Button type="submit" name="answer" value="decline">
            {t("decline")}
          </Button>
        </div>
      </ActionForm>
    </div>
  );
}
