import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/session";
import { listRoomChoices } from "@/lib/connectors/list-rooms";
import { describePrivateReach } from "@/lib/connectors/private-targets";
import { create } from "../actions";
import { BackLink } from "../back-link";
import { ConnectorForm } from "../connector-form";
import type { ConnectorFormValues } from "../form-values";
import { CONNECTORS_PATH } from "../paths";
import { OwnerLinks } from "./owner-links";

export const generateMetadata = pageTitle("connectors.createTitle");

const START: ConnectorFormValues = {
  owner: "",
  name: "",
  gatewayBaseUrl: "",
  targetKind: "agent",
  agentId: "",
  sessionStrategy: "room",
  rooms: [],
  keepsHiddenRooms: false,
  toolProfile: "read_only",
  networkMode: "private",
  acceptsPublic: false,
  acceptsProxy: false,
};

export default async function NewConnectorPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(`${CONNECTORS_PATH}/new`);
  const [params, owners, t] = await Promise.all([searchParams, openOwners(user.id), getTranslations("connectors")]);
  const asked = readText(params, "owner");
  // An organization first: that is where agents are let in to work.
  const access =
    owners.find(({ owner }) => owner.id === asked) ??
    owners.find(({ owner }) => owner.kind === "organization") ??
    owners[0];
  if (!access) return null;
  const rooms = await listRoomChoices(access);
  return (
    <>
      <PageHeader back={<BackLink />} title={t("createTitle")} description={t("createDescription")} />
      <OwnerLinks owners={owners.map(({ owner }) => owner)} currentId={access.owner.id} />
      <ConnectorForm
        key={access.owner.id}
        action={create}
        start={{
          ...START,
          owner: access.owner.id,
          rooms: rooms.filter(({ id }) => id === readText(params, "room")).map(({ id }) => id),
        }}
        rooms={rooms}
        privateReach={describePrivateReach()}
        cancelHref={CONNECTORS_PATH}
      />
    </>
  );
}
