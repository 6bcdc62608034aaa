import { liftHold } from "../../lib/admin/legal-holds/lift-hold";
import { placeHold } from "../../lib/admin/legal-holds/place-hold";
import { readHold } from "../../lib/admin/legal-holds/queries";
import type { Verb } from "./act-verbs";

/** Legal holds, in the log of the area that they keep. */
export const HOLD_VERBS: Verb[] = [
  [
    "placeHold",
    async (scene) => {
      const admin = await scene.admin();
      return () => placeHold(admin, { area: scene.organizationId, reason: "Case 7" });
    },
    { name: "legal_hold.place" },
  ],
  [
    "liftHold",
    async (scene) => {
      const admin = await scene.admin();
      const id = await placeHold(admin, { area: scene.organizationId, reason: "Case 7" });
      const { owner } = await readHold(admin, id);
      return () => liftHold(admin, id, { reason: "Settled" }, owner.name).then(() => id);
    },
    { name: "legal_hold.lift" },
  ],
];
