import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CONNECTORS_PATH } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { type Owner, openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { describePrivateReach } from "@/lib/agents/connectors/private-targets";
import { listRoomChoices } from "@/lib/agents/connectors/queries";
import { create } from "../actions";
import { ConnectorForm } from "../connector-form";
import { type ConnectorFormValues, readValues } from "../form-values";

export const generateMetadata = pageTitle("connectors.createTitle");

const START: ConnectorFormValues = {
  ...readValues(new FormData()),
  sessionStrategy: "room",
  toolProfile: "read_only",
  networkMode: "private",
};

export default async function NewConnectorPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(`${CONNECTORS_PATH}/new`);
  const [params, owners, t] = await Promise.all([searchParams, openOwners(user.id), getTranslations("connectors")]);
  const asked = readText(params, "owner");
  const access =
    owners.find(({ owner }) => owner.id === asked) ??
    owners.find(({ owner }) => owner.kind === "organization") ??
    owners[0];
  if (!access) return null;
  const rooms = await listRoomChoices(access);
  return (
    <>
      <PageHeader
        back={<BackLink href={CONNECTORS_PATH}>{t("title")}</BackLink>}
        title={t("createTitle")}
        description={t("createDescription")}
      />
      <OwnerLinks owners={owners.map(({ owner }) => owner)} currentId={access.owner.id} />
      <ConnectorForm
        key={access.owner.id}
        action={create}
        start={{
          ...START,
          owner: access.owner.id,
          allowedRoomIds: rooms.filter(({ id }) => id === readText(params, "room")).map(({ id }) => id),
        }}
        rooms={rooms}
        privateReach={describePrivateReach()}
        cancelHref={CONNECTORS_PATH}
      />
    </>
  );
}

function OwnerLinks({ owners, currentId }: { owners: readonly Owner[]; currentId: string }) {
  const t = useTranslations("connectors");
  if (owners.length < 2) return null;
  return (
    <nav aria-label={t("ownerLabel")} className="mb-4 flex flex-wrap items-center gap-2 text-dense">
      <span className="text-ink-2">{t("ownerLabel")}</span>
      {owners.map(({ id, kind, name }) => (
        <Link
          key={id}
          href={`${CONNECTORS_PATH}/new?owner=${encodeURIComponent(id)}`}
          aria-current={id === currentId ? "true" : undefined}
          className={joinClasses(
            "inline-flex h-7 max-w-full items-center truncate rounded-full border px-3 hover:border-line-strong hover:text-ink",
            id === currentId ? "border-accent bg-accent-soft font-medium text-accent" : "border-line text-ink-2",
          )}
        >
          {kind === "user" ? t("ownArea") : name}
        </Link>
      ))}
    </nav>
  );
}
