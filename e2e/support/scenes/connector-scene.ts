import { randomUUID } from "node:crypto";
import type { ActionName, NetworkMode, SessionStrategy, ToolProfile } from "../../../lib/agents/connectors/connector";
import { executeNextRun, executeTest } from "../../../lib/agents/runs/execute-run";
import { readRun } from "../../../lib/agents/runs/queries";
import { isOver, type RunState } from "../../../lib/agents/runs/run";
import { startRun } from "../../../lib/agents/runs/start-run";
import { encrypt } from "../../../lib/platform/crypto";
import { newId } from "../../../lib/platform/ids";
import { gatewayTokenPlace } from "../../../lib/platform/sealed-places";
import type { Gateway } from "../servers/gateway";
import type { TestDatabase } from "./database";
import { createWorld } from "./world";

interface ConnectorOptions {
  behaviour?: string;
  baseUrl?: string;
  token?: string;
  toolProfile?: ToolProfile;
  sessionStrategy?: SessionStrategy;
  networkMode?: NetworkMode;
  agentId?: string;
  isEnabled?: boolean;
  /** Besides the scene's own room. */
  roomIds?: readonly string[];
}

/** An organization with its people, two rooms and a record, beside a gateway. */
export async function createConnectorScene(
  database: TestDatabase,
  gateway: Pick<Gateway, "url" | "token">,
  { seats = 3 }: { seats?: number } = {},
) {
  const { query } = database;
  const world = createWorld(database);
  const { insert } = world;
  const { id: organizationId, billingEntityId } = await world.organization({ seats });
  const [manager, member, guest] = [await world.user(), await world.user(), await world.user()];
  const room = await world.room({ organizationId, billingEntityId });
  const other = await world.room({ organizationId, billingEntityId, name: "Other" });
  const people = [
    [manager.id, 30],
    [member.id, 20],
    [guest.id, 10],
  ] as const;
  for (const [userId, role] of people) {
    await world.join(organizationId, userId, role === 30 ? 30 : 20);
    for (const { id } of [room, other]) await world.enter(id, userId, role);
  }
  const [board, otherBoard] = [await world.board(room.id), await world.board(other.id)];

  const record = (options: { roomId?: string; origin?: "MANUAL" | "TRANSCRIPT"; content?: string } = {}) => {
    const { roomId = room.id, origin, content = "Ada calls the printer. Bo books a room." } = options;
    return insert("records", { room_id: roomId, title: "Weekly", content, origin, created_by_id: manager.id });
  };

  /** Executes queued runs, oldest first, until this run has ended. The count of the minute's ten is reset each time. */
  async function work(runId: string): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      const [run] = await query<{ action: ActionName; state: string; entityId: string }>(
        `SELECT action, state, billing_entity_id AS "entityId" FROM agent_runs WHERE id = $1`,
        [runId],
      );
      if (!run || isOver(run.state.toLowerCase() as RunState)) return;
      if (run.action === "test-connection") return void (await executeTest(runId));
      await query("UPDATE agent_runs SET started_at = started_at - interval '1 minute' WHERE billing_entity_id = $1", [
        run.entityId,
      ]);
      if ((await executeNextRun(run.entityId, randomUUID())) === null) return;
    }
  }

  return {
    organizationId,
    billingEntityId,
    managerId: manager.id,
    memberId: member.id,
    guestId: guest.id,
    roomId: room.id,
    boardId: board.id,
    /** A room of the same organization with the same members, which no connector may enter. */
    otherRoomId: other.id,
    otherBoardId: otherBoard.id,
    recordId: await record(),
    async connector(options: ConnectorOptions = {}) {
      const { behaviour = "honest", toolProfile = "message_writer", sessionStrategy = "room", ...more } = options;
      const id = newId("conn");
      await insert("connectors", {
        id,
        name: "Desk agent",
        organization_id: organizationId,
        billing_entity_id: billingEntityId,
        gateway_base_url: more.baseUrl ?? `${gateway.url}/${behaviour}`,
        gateway_token_ciphertext: encrypt(more.token ?? gateway.token, gatewayTokenPlace(id)),
        agent_id: more.agentId,
        session_strategy: sessionStrategy.toUpperCase(),
        tool_profile: toolProfile.toUpperCase(),
        network_mode: (more.networkMode ?? "private").toUpperCase(),
        is_enabled: more.isEnabled ?? true,
        created_by_id: manager.id,
      });
      for (const roomId of [room.id, ...(more.roomIds ?? [])])
        await insert("connector_rooms", { connector_id: id, room_id: roomId });
      return id;
    },
    record,
    message: (body: string, { authorId = member.id, replyTo }: { authorId?: string; replyTo?: string } = {}) =>
      insert("messages", { room_id: room.id, author_id: authorId, body, reply_to_message_id: replyTo }),
    work,
    /** Starts a run and executes it to its end here. */
    async run(userId: string, connectorId: string, action: ActionName, body: unknown) {
      const { id } = await startRun(userId, connectorId, action, body);
      await work(id);
      return readRun(userId, id);
    },
  };
}
export type ConnectorScene = Awaited<ReturnType<typeof createConnectorScene>>;
