import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Notice } from "@/app/_ui/page/notice";
import { Time } from "@/app/_ui/shown/time";
import type { findPendingLogin } from "@/lib/accounts/cli-login/decide-cli-login";
import { addressPrefix } from "@/lib/platform/address-key";
import { decide } from "./actions";
import { ConfirmDecision } from "./confirm-decision";

interface DecisionFormProps {
  login: NonNullable<Awaited<ReturnType<typeof findPendingLogin>>>;
  ticket: string;
  address: string;
  isUnconfirmed: boolean;
}

/** Works without JavaScript. */
export async function DecisionForm({ login, ticket, address, isUnconfirmed }: DecisionFormProps) {
  const t = await getTranslations("cliApproval");
  const isElsewhere = login.place !== addressPrefix(address);
  return (
    <form action={decide} className="divide-y divide-line">
      <input type="hidden" name="login" value={login.id} />
      <input type="hidden" name="ticket" value={ticket} />
      <dl className="grid gap-3 px-5 py-4 text-dense">
        <Fact name={t("facts.device")}>{login.deviceName}</Fact>
        <Fact name={t("facts.place")}>{login.place ?? t("unknownPlace")}</Fact>
        <Fact name={t("facts.program")}>{login.userAgent ?? t("unknownProgram")}</Fact>
        <Fact name={t("facts.asked")}>
          <Time value={login.createdAt.toISOString()} />
        </Fact>
      </dl>
      <div className="grid gap-4 px-5 py-4">
        {isElsewhere ? <Notice tone="warn">{t("elsewhere")}</Notice> : null}
        {isUnconfirmed ? <Notice tone="warn">{t("unconfirmed")}</Notice> : null}
        <ConfirmDecision
          confirm={t("confirm")}
          consequence={t("consequence")}
          deny={t("deny")}
          approve={t("approve")}
          isUnconfirmed={isUnconfirmed}
        />
      </div>
    </form>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
