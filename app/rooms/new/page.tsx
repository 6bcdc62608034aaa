import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage } from "@/app/_ui/draw-page";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { NEW_ROOM_PATH, OWN_PLACE, pathOfNewRoom, ROOMS_PATH } from "@/app/rooms/_frame/paths";
import { requireSession } from "@/lib/accounts/session";
import { listPeopleOfPlace, listPlaces } from "@/lib/rooms/queries";
import { PlaceList } from "./place-list";
import { RoomForm } from "./room-form";

export const generateMetadata = pageTitle("roomMembers.create.title");

export default drawPage("page", async function NewRoomPage({ searchParams }: { searchParams: SearchParams }) {
  const asked = readText(await searchParams, "in");
  const { user } = await requireSession(asked ? pathOfNewRoom(asked) : NEW_ROOM_PATH);
  const [places, t] = await Promise.all([listPlaces(user.id), getTranslations("roomMembers.create")]);
  const place = asked || (places.length === 0 ? OWN_PLACE : "");
  const organization = places.find(({ organizationId }) => organizationId === place);
  if (place !== "" && place !== OWN_PLACE && !organization) notFound();
  const back = places.length > 0 && place !== "" ? NEW_ROOM_PATH : ROOMS_PATH;
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader
        back={<BackLink href={back}>{back === ROOMS_PATH ? t("back") : t("otherPlace")}</BackLink>}
        title={place === "" ? t("title") : organization ? t("titleIn", { place: organization.name }) : t("titleOwn")}
        description={place === "" ? t("where") : organization ? t("inOrganization") : t("inOwn")}
      />
      {place === "" ? (
        <PlaceList places={places} />
      ) : (
        <RoomForm
          place={place}
          colleagues={organization ? await listPeopleOfPlace(user.id, organization.organizationId) : null}
        />
      )}
    </div>
  );
});
