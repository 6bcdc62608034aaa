import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pathOfMembers } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { Checkbox } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { BackLink } from "@/app/_ui/page/back-link";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { RoleBadge, RoleRadios } from "@/app/_ui/shown/role";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { listGivableRoles, mayManage, ROLES } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import { countPeople, findPerson } from "@/lib/rooms/queries";
import { changeRole, remove } from "../actions";

interface Props {
  params: Promise<{ roomId: string; userId: string }>;
}

export const generateMetadata = pageTitle("roomMembers.person.title");

export default renderPage("person", async function MemberPage({ params }: Props) {
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
        <h2 className="text-lg font-semibold">{isSelf ? t("self", { name: person.name }) : person.name}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-dense text-ink-2">
          <span className="min-w-0 break-all">{person.email}</span>
          <RoleBadge role={person.role} />
        </p>
      </div>
      {isLastOwner ? <p className="text-ink-2 text-pretty">{t("lastOwner")}</p> : null}
      {!isLastOwner && roles.length > 1 ? (
        <PlainForm action={changeRole} failed={t("failed")} hidden={{ roomId: room.id, userId }} className="grid gap-4">
          <RoleRadios place="room" roles={roles} current={person.role} />
          <div>
            <SubmitButton>{t("save")}</SubmitButton>
          </div>
        </PlainForm>
      ) : null}
      {isLastOwner ? null : (
        <RemoveForm roomId={room.id} userId={userId} name={person.name} room={room.name} isSelf={isSelf} />
      )}
    </div>
  );
});

interface RemoveFormProps {
  roomId: string;
  userId: string;
  name: string;
  room: string;
  isSelf: boolean;
}

/** Says what removal ends and asks once. A removed person can be added again, so no name has to be typed. */
function RemoveForm({ roomId, userId, name, room, isSelf }: RemoveFormProps) {
  const t = useTranslations(isSelf ? "roomMembers.leave" : "roomMembers.remove");
  return (
    <section aria-labelledby="remove" className="card grid gap-3 p-4 sm:p-5">
      <h3 id="remove" className="font-semibold">
        {t("title", { name, room })}
      </h3>
      <p className="text-ink-2 text-pretty">{t("consequence", { name, room })}</p>
      <PlainForm action={remove} failed={t("failed")} hidden={{ roomId, userId }} className="grid gap-3">
        <label className="flex items-start gap-3 text-dense">
          <Checkbox id="confirmed" name="confirmed" required className="mt-0.5" />
          <span className="min-w-0">{t("confirm", { name, room })}</span>
        </label>
        <div>
          <SubmitButton look="danger">{t("submit")}</SubmitButton>
        </div>
      </PlainForm>
    </section>
  );
}
