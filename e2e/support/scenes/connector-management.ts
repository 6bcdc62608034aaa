import { beforeEach } from "vitest";
import { openOwner } from "../../../lib/access/open-owner";
import type { CreateConnector } from "../../../lib/agents/connectors/connector";
import { createConnector } from "../../../lib/agents/connectors/create";
import { openConnector } from "../../../lib/agents/connectors/open-connector";
import { AppError } from "../../../lib/platform/errors";
import { useTestDatabase } from "./database";
import { createWorld } from "./world";

interface Scene {
  organization: { id: string; billingEntityId: string };
  managerId: string;
  roomId: string;
}

export function useConnectorManagement() {
  const database = useTestDatabase();
  const world = createWorld(database);
  const TOKEN = "a-token-of-the-gateway";

  const scene = {} as Scene;

  async function makeScene(): Promise<Scene> {
    const organization = await world.organization();
    const { id: managerId } = await world.user();
    await world.join(organization.id, managerId, 30);
    const room = await world.room({ organizationId: organization.id, billingEntityId: organization.billingEntityId });
    await world.enter(room.id, managerId, 30);
    return { organization, managerId, roomId: room.id };
  }

  beforeEach(async () => {
    Object.assign(scene, await makeScene());
  });

  const addRoom = async ({ organization, managerId }: Scene, { sees = true, roomType = 0 } = {}) => {
    const room = await world.room({
      organizationId: organization.id,
      billingEntityId: organization.billingEntityId,
      roomType,
    });
    if (sees) await world.enter(room.id, managerId, 20);
    return room.id;
  };

  /** Adds a guest from another organization to the room. */
  const share = async ({ organization }: Scene, roomId: string) => {
    const [other, guest] = [await world.organization(), await world.user()];
    await world.join(other.id, guest.id, 40);
    await world.join(organization.id, guest.id, 10);
    await world.enter(roomId, guest.id, 10);
  };

  const facts = (input: Partial<CreateConnector> = {}): CreateConnector => ({
    name: "Desk agent",
    gatewayBaseUrl: "http://127.0.0.1:9/",
    gatewayToken: TOKEN,
    agentId: "main",
    sessionStrategy: "room",
    allowedRoomIds: [scene.roomId],
    toolProfile: "message_writer",
    networkMode: "private",
    ...input,
  });

  const create = async (input: Partial<CreateConnector> = {}, { managerId, organization }: Scene = scene) =>
    createConnector(await openOwner(managerId, organization.id), facts(input));

  /** Created, and opened for who manages it. */
  const open = async (input: Partial<CreateConnector> = {}) => openConnector(scene.managerId, (await create(input)).id);

  const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "done",
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        const issues = (error.details?.["issues"] ?? []) as { path: string; message: string }[];
        return issues.length > 0 ? issues.map(({ path, message }) => `${path} ${message}`) : error.code;
      },
    );
  return { database, world, TOKEN, scene, makeScene, addRoom, share, facts, create, open, refusalOf };
}
