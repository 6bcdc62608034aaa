import { SearchX, UsersRound } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { EmptyState } from "@/app/_ui/empty-state";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { NEW_MESSAGE_PATH, ROOMS_PATH } from "@/app/rooms/_frame/paths";
import { requireSession } from "@/lib/accounts/session";
import { listColleagues } from "@/lib/rooms/queries";
import { SearchForm } from "../_frame/search-form";
import { ColleagueList } from "./colleague-list";

export const generateMetadata = pageTitle("rooms.newMessage.title");

const PROBLEMS = ["gone", "too_fast"] as const;

export default async function NewMessagePage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(NEW_MESSAGE_PATH);
  const [params, t] = await Promise.all([searchParams, getTranslations("rooms")]);
  const search = readText(params, "q");
  const problem = PROBLEMS.find((name) => name === readText(params, "problem"));
  const colleagues = await listColleagues(user.id, search);
  return (
    <div className="mx-auto w-full max-w-2xl">
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
            <EmptyState icon={SearchX} title={t("newMessage.noMatch.title")} text={t("newMessage.noMatch.text")} />
          )}
        </>
      )}
    </div>
  );
}
