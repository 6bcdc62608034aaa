import type { World } from "./world";

const DAY_MS = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Columns of a webhook with so many failures in a row. */
export const failing = (failures: number, more: Record<string, unknown> = {}) => ({
  consecutive_failures: failures,
  last_success_at: inDays(-2),
  ...more,
});
export const DISABLED = { is_active: false, disabled_reason: "failures", disabled_at: inDays(-0.1) };

/** Organizations whose people are told of webhooks. */
export function tellTenants(world: World) {
  /** An organization with a room, and a person of each role in both. */
  async function createTenant() {
    const { id, billingEntityId } = await world.organization({ seats: 1 });
    const room = await world.room({ organizationId: id, billingEntityId, name: "General" });
    const [owner, manager, member] = await Promise.all([world.user(), world.user(), world.user()]);
    for (const [person, role] of [
      [owner, 40],
      [manager, 30],
      [member, 20],
    ] as const) {
      await world.join(id, person.id, role);
      await world.enter(room.id, person.id, role);
    }
    return { id, billingEntityId, roomId: room.id, owner, manager, member };
  }

  const insertWebhook = ({ roomId }: { roomId: string }, columns: Record<string, unknown> = {}): Promise<string> =>
    world.insert("webhooks", {
      room_id: roomId,
      name: "Tracker",
      url: "https://hooks.example.com",
      created_at: inDays(-30),
      updated_at: inDays(-1),
      ...columns,
    });

  return { createTenant, insertWebhook };
}
