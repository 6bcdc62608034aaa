import type { AdminAccess } from "../../accounts/profile/open-administration";
import { recordAct } from "../../audit/record-act";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { clientHost } from "./client-url";
import { readClientRow } from "./queries";

/** Only an undecided client: an approved one is an app, and deactivating that ends its grants. */
export async function refuseClient(admin: AdminAccess, id: string): Promise<void> {
  const { url } = await readClientRow(admin, id);
  await transaction(async (tx) => {
    const { count } = await tx.prisma.oAuthClientDocument.updateMany({
      where: { id, appId: null, refusedAt: null },
      data: { refusedAt: now() },
    });
    if (count === 0) return;
    const details = { host: clientHost(url) };
    recordAct(tx, { name: "oauth_client.refuse", userId: admin.userId, resourceId: id, scope: "service", details });
  });
}
