import { transaction } from "../../lib/db/transaction";
import { deleteMessage } from "../../lib/messages/delete";
import { editMessage } from "../../lib/messages/edit";
import { acceptInvitation, declineInvitation } from "../../lib/organizations/accept-invitation";
import { changeRole } from "../../lib/organizations/change-membership";
import { withdrawInvitation } from "../../lib/organizations/invite";
import { reportInvitation } from "../../lib/organizations/mark-invitation-reported";
import { changeSeats, updateOrganization } from "../../lib/organizations/update";
import { leaveOrganization, removePerson } from "../../lib/people/remove-person";
import { deleteComment } from "../../lib/records/delete-comment";
import { editComment } from "../../lib/records/edit-comment";
import { changeMemberRole, removeMember } from "../../lib/rooms/change-member";
import { createRoom } from "../../lib/rooms/create";
import { renameRoom } from "../../lib/rooms/rename";
import { done, MEMBER, ORGANIZATION, OWNER, ROOM, type Verb } from "./act-verbs";

/** Organizations, rooms and their people. */
export const PEOPLE_VERBS: Verb[] = [
  [
    "updateOrganization",
    done(async (scene) => updateOrganization(await scene.open(), { name: "Acme", description: "" }).then(() => "")),
    { name: "organization.update", resource: ORGANIZATION },
  ],
  [
    "changeSeats",
    done(async (scene) => changeSeats(await scene.open(), "10").then(() => "")),
    { name: "organization.change_seats", resource: ORGANIZATION },
  ],
  ["invite", done((scene) => scene.invitation()), { name: "invitation.create" }],
  [
    "withdrawInvitation",
    async (scene) => {
      const id = await scene.invitation();
      return async () => withdrawInvitation(await scene.open(), id).then(() => id);
    },
    { name: "invitation.withdraw" },
  ],
  [
    "declineInvitation",
    async (scene) => {
      const id = await scene.invitation();
      return () => declineInvitation(scene.invited.id, id).then(() => id);
    },
    { name: "invitation.decline", user: ({ invited }) => invited.id },
  ],
  [
    "reportInvitation",
    async (scene) => {
      const id = await scene.invitation();
      return () => reportInvitation(id).then(() => id);
    },
    { name: "invitation.report", user: () => null },
  ],
  [
    "acceptInvitation",
    async (scene) => {
      const id = await scene.invitation();
      return () => acceptInvitation(scene.invited.id, id).then(() => scene.invited.id);
    },
    { name: "organization_member.join", user: ({ invited }) => invited.id },
  ],
  [
    "changeRole",
    done(async (scene) => changeRole(await scene.open(), { userId: scene.member.id, role: 30 }).then(() => "")),
    { name: "organization_member.change_role", resource: MEMBER },
  ],
  [
    "removePerson",
    async (scene) => {
      await scene.seatMember();
      const endings = { keys: true, webhooks: true, connectors: true };
      const access = await scene.open();
      const work = { typedName: "Mia", endings };
      const [key, webhook, connector] = [await scene.key(), await scene.webhook(), await scene.connector()];
      await scene.setMaker("api_keys", key.key.id);
      await scene.setMaker("webhooks", webhook.webhookId);
      await scene.setMaker("connectors", connector.connectorId);
      return () => removePerson(access, scene.member.id, work).then(() => "");
    },
    { name: "organization_member.remove", resource: MEMBER },
    { name: "room_member.remove", resource: MEMBER },
    { name: "api_key.revoke", resource: () => null },
    { name: "webhook.deactivate", resource: () => null },
    { name: "connector.disable", resource: () => null },
  ],
  [
    "leaveOrganization",
    async (scene) => {
      await scene.seatMember();
      const access = await scene.open(scene.member.id);
      return () => leaveOrganization(access, access.name).then(() => "");
    },
    { name: "organization_member.leave", resource: MEMBER, user: MEMBER },
    { name: "room_member.leave", resource: MEMBER, user: MEMBER },
  ],
  [
    "removePerson who owned a room alone",
    async (scene) => {
      const roomId = await scene.roomOfMember();
      const endings = { keys: false, webhooks: false, connectors: false };
      const access = await scene.open();
      return () => removePerson(access, scene.member.id, { typedName: "Mia", endings }).then(() => roomId);
    },
    { name: "organization_member.remove", resource: MEMBER },
    { name: "room_member.remove", resource: MEMBER },
    { name: "room_member.change_role", resource: OWNER },
  ],
  [
    "createRoom",
    done(({ owner, member, organizationId }) =>
      createRoom(owner.id, { name: "Room", organizationId, memberIds: [member.id], boardName: "Board" }),
    ),
    { name: "room.create" },
    { name: "room_member.add", resource: MEMBER },
  ],
  [
    "renameRoom",
    async (scene) => {
      const access = await scene.openRoom();
      return () => transaction((tx) => renameRoom(tx, access, scene.owner.id, "Other")).then(() => "");
    },
    { name: "room.update", resource: ROOM },
  ],
  [
    "editMessage",
    async (scene) => {
      const [access, messageId] = [await scene.openRoom(), await scene.message()];
      const change = { messageId, body: "Other" };
      return () => transaction((tx) => editMessage(tx, access, scene.owner.id, change)).then(() => messageId);
    },
    { name: "message.update" },
  ],
  [
    "deleteMessage",
    async (scene) => {
      const [access, messageId] = [await scene.openRoom(), await scene.message()];
      return () => transaction((tx) => deleteMessage(tx, access, scene.owner.id, messageId)).then(() => messageId);
    },
    { name: "message.delete" },
  ],
  [
    "editComment",
    async (scene) => {
      const { access, commentId } = await scene.comment();
      const change = { commentId, body: "Other" };
      return () => transaction((tx) => editComment(tx, access, scene.owner.id, change)).then(() => commentId);
    },
    { name: "comment.update" },
  ],
  [
    "deleteComment",
    async (scene) => {
      const { access, commentId } = await scene.comment();
      return () => transaction((tx) => deleteComment(tx, access, scene.owner.id, commentId)).then(() => commentId);
    },
    { name: "comment.delete" },
  ],
  ["addMember", done((scene) => scene.seatMember().then(() => "")), { name: "room_member.add", resource: MEMBER }],
  [
    "changeMemberRole",
    async (scene) => {
      const access = await scene.seatMember();
      const change = { userId: scene.member.id, role: 30 };
      return () => transaction((tx) => changeMemberRole(tx, access, scene.owner.id, change)).then(() => "");
    },
    { name: "room_member.change_role", resource: MEMBER },
  ],
  [
    "removeMember",
    async (scene) => {
      const access = await scene.seatMember();
      return () =>
        transaction((tx) => removeMember(tx, access, scene.owner.id, { userId: scene.member.id })).then(() => "");
    },
    { name: "room_member.remove", resource: MEMBER },
  ],
  [
    "removeMember of oneself",
    async (scene) => {
      const access = await scene.seatMember();
      return () =>
        transaction((tx) => removeMember(tx, access, scene.member.id, { userId: scene.member.id })).then(() => "");
    },
    { name: "room_member.leave", resource: MEMBER, user: MEMBER },
  ],
];
