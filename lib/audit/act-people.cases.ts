import { cancelRun, retryRun } from "../admin/health/background-run";
import { liftHold } from "../admin/legal-holds/lift-hold";
import { placeHold } from "../admin/legal-holds/place-hold";
import { resumeTenant } from "../admin/tenants/resume";
import { setSeats } from "../admin/tenants/set-seats";
import { suspendTenant } from "../admin/tenants/suspend";
import { deleteMessage, editMessage } from "../messages/change";
import { acceptInvitation, declineInvitation } from "../organizations/accept-invitation";
import { changeRole } from "../organizations/change-membership";
import { changeSeats, updateOrganization } from "../organizations/update";
import { reportInvitation, withdrawInvitation } from "../people/invite";
import { leaveOrganization, removePerson } from "../people/remove-person";
import { deleteComment, editComment } from "../records/write-comment";
import { changeMemberRole, removeMember } from "../rooms/change-member";
import { createRoom } from "../rooms/create";
import { renameRoom } from "../rooms/update";
import { archiveBoard, renameBoard, restoreBoard } from "../tasks/change-board";
import {
  by,
  HOLD,
  INVITED,
  MEMBER,
  NOTHING,
  OWNER,
  ofMember,
  ofOrganization,
  SUSPENSION,
  service,
  type Verb,
  verb,
  verbWithin,
} from "./act-verbs.cases";

const ROOM = { name: "Room", boardName: "Board" };
const removeMia = (access: Parameters<typeof removePerson>[0], id: string, ends: boolean) =>
  removePerson(access, id, { typedName: "Mia", endings: { keys: ends, webhooks: ends, connectors: ends } });

export const PEOPLE_VERBS: readonly Verb[] = [
  verb(ofOrganization("organization.update"), "organization", (access) =>
    updateOrganization(access, { name: "Acme", description: "" }),
  ),
  verb(ofOrganization("organization.change_seats"), "organization", (access) => changeSeats(access, "10")),
  verb("invitation.create", "none", (_, scene) => scene.invitation()),
  verb("invitation.withdraw", "invitation", async (id, scene) => withdrawInvitation(await scene.open(), id)),
  verb(by(INVITED, "invitation.decline"), "invitation", (id, { invited }) => declineInvitation(invited.id, id)),
  verb(by(NOTHING, "invitation.report"), "invitation", reportInvitation),
  verb(by(INVITED, "organization_member.join", INVITED), "invitation", (id, { invited }) =>
    acceptInvitation(invited.id, id),
  ),
  verb(ofMember("organization_member.change_role"), "organization", (access, { member }) =>
    changeRole(access, { userId: member.id, role: 30 }),
  ),
  verb(
    [
      ofMember("organization_member.remove"),
      ofMember("room_member.remove"),
      { name: "api_key.revoke", resource: NOTHING },
      { name: "webhook.deactivate", resource: NOTHING },
      { name: "connector.disable", resource: NOTHING },
    ],
    async (scene) => {
      await scene.seatMember();
      await scene.setMaker("api_keys", (await scene.key()).key.id);
      await scene.setMaker("webhooks", (await scene.webhook()).webhookId);
      await scene.setMaker("connectors", (await scene.connector()).connectorId);
      return scene.open();
    },
    (access, { member }) => removeMia(access, member.id, true),
  ),
  verb(
    [ofMember("organization_member.leave", MEMBER), ofMember("room_member.leave", MEMBER)],
    "seatedMember",
    (access) => leaveOrganization(access, access.name),
  ),
  // They owned a room alone.
  verb(
    [
      ofMember("organization_member.remove"),
      ofMember("room_member.remove"),
      { name: "room_member.change_role", resource: OWNER },
    ],
    async (scene) => {
      await createRoom(scene.member.id, { ...ROOM, organizationId: scene.organizationId, memberIds: [] });
      return scene.open();
    },
    (access, { member }) => removeMia(access, member.id, false),
  ),

  verb([{ name: "room.create" }, ofMember("room_member.add")], "none", (_, { owner, member, organizationId }) =>
    createRoom(owner.id, { ...ROOM, organizationId, memberIds: [member.id] }),
  ),
  verbWithin({ name: "room.update", resource: ({ roomId }) => roomId }, "room", (tx, access, { owner }) =>
    renameRoom(tx, access, owner.id, "Other"),
  ),
  verbWithin("message.update", "message", (tx, { access, id: messageId }, { owner }) =>
    editMessage(tx, access, owner.id, { messageId, body: "Other" }),
  ),
  verbWithin("message.delete", "message", (tx, { access, id }, { owner }) => deleteMessage(tx, access, owner.id, id)),
  verbWithin("comment.update", "comment", (tx, { access, commentId }, { owner }) =>
    editComment(tx, access, owner.id, { commentId, body: "Other" }),
  ),
  verbWithin("comment.delete", "comment", (tx, { access, commentId }, { owner }) =>
    deleteComment(tx, access, owner.id, commentId),
  ),
  verb(ofMember("room_member.add"), "none", (_, scene) => scene.seatMember()),
  verbWithin(ofMember("room_member.change_role"), "seat", (tx, access, { owner, member }) =>
    changeMemberRole(tx, access, owner.id, { userId: member.id, role: 30 }),
  ),
  verbWithin(ofMember("room_member.remove"), "seat", (tx, access, { owner, member }) =>
    removeMember(tx, access, owner.id, { userId: member.id }),
  ),
  verbWithin(ofMember("room_member.leave", MEMBER), "seat", (tx, access, { member }) =>
    removeMember(tx, access, member.id, { userId: member.id }),
  ),
  verbWithin("board.update", "board", (tx, access, { owner }) => renameBoard(tx, access, owner.id, { name: "Other" })),
  verbWithin("board.archive", "board", (tx, access, { owner }) => archiveBoard(tx, access, owner.id)),
  verbWithin("board.restore", "archivedBoard", (tx, access, { owner }) => restoreBoard(tx, access, owner.id)),

  verb("tenant.suspend", "tenant", ({ access, id }) => suspendTenant(access, id, SUSPENSION)),
  verb("tenant.set_seats", "tenant", ({ access, id }) => setSeats(access, id, "40")),
  verb("tenant.resume", "suspendedTenant", ({ access, id }) => resumeTenant(access, id)),
  verb([], "suspendedTenant", ({ access, id }) => suspendTenant(access, id, SUSPENSION)),
  verb(service("background_run.retry"), "failedRun", ({ access, id }) => retryRun(access, id)),
  verb([], "readyRun", ({ access, id }) => retryRun(access, id)),
  verb(service("background_run.cancel"), "readyRun", ({ access, id }) => cancelRun(access, id)),
  verb("legal_hold.place", "admin", (access, { organizationId }) =>
    placeHold(access, { area: organizationId, ...HOLD }),
  ),
  verb("legal_hold.lift", "hold", ({ access, id, name }) => liftHold(access, id, { reason: "Settled" }, name)),
];
