import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { APPROVE_PATH } from "@/app/_links";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { AccountLine } from "@/app/_ui/page/account-line";
import { Logo } from "@/app/_ui/page/logo";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Time } from "@/app/_ui/shown/time";
import { OUTCOMES, type Outcome } from "@/app/cli/approve/outcome";
import { isApprovalTicket, readCode, writeCode } from "@/lib/accounts/cli-login/cli-login";
import { findPendingLogin } from "@/lib/accounts/cli-login/decide-cli-login";
import { readClientAddress, requireSession, type Session } from "@/lib/accounts/sessions/session";
import { addressPrefix } from "@/lib/platform/address-key";
import { decide, switchAccount } from "./actions";
import { CodeForm, ConfirmDecision } from "./forms";

export const generateMetadata = pageTitle("cliApproval.title");

const GRANTS_PATH = "/settings/developer/authorized-apps";

export default async function ApprovePage({ searchParams }: { searchParams: SearchParams }) {
  const params = await searchParams;
  const typed = readCode(readText(params, "code"));
  const code = typed === null ? "" : writeCode(typed);
  const session = await requireSession(code === "" ? APPROVE_PATH : `${APPROVE_PATH}?code=${code}`);
  const outcome = OUTCOMES.find((name) => name === readText(params, "outcome"));
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto grid w-full max-w-[30rem] flex-1 content-center gap-5 px-4 py-8">
        <Logo className="size-9" />
        {outcome ? <Answered outcome={outcome} /> : <Question session={session} params={params} code={code} />}
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-3 px-6 pb-6">
        <LocaleSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  );
}

interface QuestionProps {
  session: Session;
  params: Awaited<SearchParams>;
  code: string;
}

async function Question({ session, params, code }: QuestionProps) {
  const t = await getTranslations("cliApproval");
  const [loginId, ticket] = [readText(params, "login"), readText(params, "ticket")];
  const login = isApprovalTicket(ticket, session.id, loginId) ? await findPendingLogin(loginId) : null;
  if (loginId !== "" && login === null) return <Answered outcome="gone" />;
  return (
    <>
      <div>
        <h1 className="text-xl font-semibold tracking-tight text-balance">{login ? t("question") : t("heading")}</h1>
        <p className="mt-1 text-ink-2">{login ? t("questionText") : t("intro")}</p>
      </div>
      {login === null && code !== "" ? <Notice tone="warn">{t("prefilled", { code })}</Notice> : null}
      <div className="card divide-y divide-line">
        <AccountLine
          text={t("account", { name: session.user.name, email: session.user.email })}
          switchText={t("notYou")}
          switchAccount={switchAccount}
        />
        {login ? (
          <DecisionForm
            login={login}
            ticket={ticket}
            address={await readClientAddress()}
            isUnconfirmed={readText(params, "problem") === "confirm"}
          />
        ) : (
          <div className="px-5 py-4">
            <CodeForm code={code} />
          </div>
        )}
      </div>
    </>
  );
}

interface DecisionFormProps {
  login: NonNullable<Awaited<ReturnType<typeof findPendingLogin>>>;
  ticket: string;
  address: string;
  isUnconfirmed: boolean;
}

/** Works without JavaScript. */
async function DecisionForm({ login, ticket, address, isUnconfirmed }: DecisionFormProps) {
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

async function Answered({ outcome }: { outcome: Outcome }) {
  const t = await getTranslations("cliApproval");
  return (
    <div className="grid gap-2" role="status">
      <h1 className="text-xl font-semibold tracking-tight text-balance">{t(`outcomes.${outcome}.title`)}</h1>
      <p className="text-ink-2">{t(`outcomes.${outcome}.text`)}</p>
      <p>
        <Link
          href={outcome === "gone" ? APPROVE_PATH : GRANTS_PATH}
          className="inline-flex min-h-6 items-center text-accent underline underline-offset-2"
        >
          {t(outcome === "gone" ? "again" : "devices")}
        </Link>
      </p>
    </div>
  );
}
