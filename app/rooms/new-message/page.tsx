import { MessageCircle, SearchX, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { NEW_MESSAGE_PATH, ROOMS_PATH } from "@/app/_links";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { Notice } from "@/app/_ui/page/notice";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Avatar } from "@/app/_ui/shown/avatar";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type Colleague, listColleagues } from "@/lib/rooms/queries";
import { SearchForm } from "../_frame/search-form";
import { startDirectMessages } from "../actions";

export const generateMetadata = pageTitle("rooms.newMessage.title");

const PROBLEMS = ["gone", "too_fast"] as const;

export default async function NewMessagePage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(NEW_MESSAGE_PATH);
  const [params, t] = await Promise.all([searchParams, getTranslations("rooms")]);
  const search = readText(params, "q");
  const problem = PROBLEMS.find((name) => name === readText(params, "problem"));
  const colleagues = await listColleagues(user.id, search);
  return (
    <div className="w-full max-w-2xl">
      <PageHeader
        title={t("newMessage.title")}
        description={t("newMessage.description")}
        back={<BackLink href={ROOMS_PATH}>{t("all")}</BackLink>}
      />
      {problem ? (
        <div className="mb-4">
          <Notice tone="warn" role="status">
            {t(`newMessage.${problem}`)}
          </Notice>
        </div>
      ) : null}
      {colleagues.length === 0 && search === "" ? (
        <EmptyState icon={UsersRound} title={t("newMessage.empty.title")} text={t("newMessage.empty.text")} />
      ) : (
        <>
          <SearchForm path={NEW_MESSAGE_PATH} search={search} label={t("newMessage.search")} />
          {colleagues.length > 0 ? (
            <ColleagueList colleagues={colleagues} />
          ) : (
            <EmptyState icon={SearchX} title={t("newMessage.noMatch.title")} />
          )}
        </>
      )}
    </div>
  );
}

function ColleagueList({ colleagues }: { colleagues: readonly Colleague[] }) {
  const t = useTranslations("rooms.newMessage");
  return (
    <ul aria-label={t("people")} className="card divide-y divide-line">
      {colleagues.map(({ id, name, email, organizationName }) => (
        <li key={id}>
          <form action={startDirectMessages} className="flex items-center gap-3 px-4 py-2.5">
            <input type="hidden" name="userId" value={id} />
            <Avatar name={name} id={id} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{name}</p>
              <p className="text-xs text-ink-3">
                {email} · {organizationName}
              </p>
            </div>
            <SubmitButton look="plain" size="small" aria-label={t("startWith", { name })}>
              <MessageCircle aria-hidden />
              {t("start")}
            </SubmitButton>
          </form>
        </li>
      ))}
    </ul>
  );
}
