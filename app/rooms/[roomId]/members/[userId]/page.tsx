import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage } from "@/app/_ui/draw-page";
import { pageTitle } from "@/app/_ui/page-title";
import { RoleBadge } from "@/app/_ui/role";
import { pathOfMembers } from "@/app/rooms/_frame/paths";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { isRole, listGivableRoles, mayManage, ROLES } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import { countPeople, findPerson } from "@/lib/rooms/queries";
import { openRoomPage } from "../../../_frame/open-room";
import { RemoveForm } from "./remove-form";
import { RoleForm } from "./role-form";

interface Props {
  params: Promise<{ roomId: string; userId: string }>;
}

export const generateMetadata = pageTitle("roomMembers.person.title");

export default drawPage("person", async function MemberPage({ params }: Props) {
  const { roomId, userId } = await params;
  const { access, room, userId: ownId } = await openRoomPage(roomId, "members");
  const isSelf = userId === ownId;
  const [person, { owners }, t] = await Promise.all([
    findPerson(access, userId),
    countPeople(access),
    getTranslations("roomMembers.person"),
  ]);
  const own = access.role ?? 0;
  if (!person || !(isSelf || (mayManage(access.role) && (person.role ?? 0) <= own))) notFound();
  const isLastOwner = person.role === OWNER_ROLE && owners === 1;
  const roles = isSelf ? ROLES.filter((role) => role <= own) : listGivableRoles(access.role);
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <RoomWatch roomId={room.id} types={["room.member.added", "room.changed"]} />
      <div>
        <BackLink href={pathOfMembers(room.id)}>{t("back")}</BackLink>
        <h2 className="text-lg font-semibold break-words">{isSelf ? t("self", { name: person.name }) : person.name}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-dense text-ink-2">
          <span className="min-w-0 break-all">{person.email}</span>
          <RoleBadge role={person.role} />
        </p>
      </div>
      {isLastOwner ? <p className="card p-5 text-ink-2 text-pretty">{t("lastOwner")}</p> : null}
      {!isLastOwner && roles.length > 1 ? (
        <RoleForm roomId={room.id} userId={userId} roles={roles} current={isRole(person.role) ? person.role : null} />
      ) : null}
      {isLastOwner ? null : (
        <RemoveForm roomId={room.id} userId={userId} name={person.name} room={room.name} isSelf={isSelf} />
      )}
    </div>
  );
});
