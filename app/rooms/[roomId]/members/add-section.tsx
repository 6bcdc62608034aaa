import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { Notice } from "@/app/_ui/notice";
import { organizationPath } from "@/app/settings/organizations/paths";
import { listGivableRoles } from "@/lib/access/membership";
import type { RoomAccess } from "@/lib/access/open-room";
import { listCandidates } from "@/lib/rooms/queries";
import type { WorkspaceRoom } from "@/lib/rooms/workspace";
import { AddForm } from "./add-form";

interface AddSectionProps {
  access: RoomAccess;
  room: WorkspaceRoom;
  userId: string;
}

/** Only people of the room's organization can be added. A room in a personal area says where to go instead. */
export async function AddSection({ access, room, userId }: AddSectionProps) {
  const t = await getTranslations("roomMembers.add");
  const { organizationId, organizationName } = room;
  if (organizationId === null || organizationName === null)
    return (
      <Notice>
        <p>{t("personal")}</p>
        <LinkButton href="/rooms/new" size="small" className="mt-2.5">
          {t("newRoom")}
        </LinkButton>
      </Notice>
    );
  const candidates = await listCandidates(access, userId);
  return (
    <section aria-labelledby="add" className="grid grid-cols-1 gap-3">
      <h2 id="add" className="font-semibold">
        {t("title")}
      </h2>
      {candidates.length > 0 ? (
        <AddForm
          roomId={access.roomId}
          organization={organizationName}
          candidates={candidates}
          roles={listGivableRoles(access.role)}
        />
      ) : (
        <Notice>
          <p>{t("everybody", { organization: organizationName })}</p>
          <LinkButton href={organizationPath(organizationId)} size="small" className="mt-2.5">
            {t("toOrganization")}
          </LinkButton>
        </Notice>
      )}
    </section>
  );
}
