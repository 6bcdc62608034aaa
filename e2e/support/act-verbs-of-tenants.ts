import { resumeTenant } from "../../lib/tenants/resume";
import { suspendTenant } from "../../lib/tenants/suspend";
import type { Verb } from "./act-verbs";

const SUSPENSION = { reason: "payment", message: "Three invoices are open." };

/** Tenants, by administrators. */
export const TENANT_VERBS: Verb[] = [
  [
    "suspendTenant",
    async (scene) => {
      const admin = await scene.admin();
      return () => suspendTenant(admin, scene.billingEntityId, SUSPENSION).then(() => scene.billingEntityId);
    },
    { name: "tenant.suspend" },
  ],
  [
    "suspendTenant of one that is suspended",
    async (scene) => {
      const admin = await scene.admin();
      await suspendTenant(admin, scene.billingEntityId, SUSPENSION);
      return () => suspendTenant(admin, scene.billingEntityId, SUSPENSION).then(() => scene.billingEntityId);
    },
  ],
  [
    "resumeTenant",
    async (scene) => {
      const admin = await scene.admin();
      await suspendTenant(admin, scene.billingEntityId, SUSPENSION);
      return () => resumeTenant(admin, scene.billingEntityId).then(() => scene.billingEntityId);
    },
    { name: "tenant.resume" },
  ],
];
