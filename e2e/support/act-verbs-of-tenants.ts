import { randomUUID } from "node:crypto";
import { cancelRun } from "../../lib/admin/health/cancel-run";
import { retryRun } from "../../lib/admin/health/retry-run";
import { resumeTenant } from "../../lib/admin/tenants/resume";
import { setSeats } from "../../lib/admin/tenants/set-seats";
import { suspendTenant } from "../../lib/admin/tenants/suspend";
import { prisma } from "../../lib/db/prisma";
import type { Verb } from "./act-verbs";

const SUSPENSION = { reason: "payment", message: "Three invoices are open." };

/** A run of a function that no runner knows. */
async function plantRun(state: "READY" | "FAILED"): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  const finishedAt = state === "FAILED" ? at : null;
  const run = { id, functionId: "none", idempotencyKey: id, state, wakeAt: at, createdAt: at, finishedAt };
  await prisma().runnerRun.create({ data: run });
  return id;
}

/** Tenants and background work, by administrators. */
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
    "setSeats",
    async (scene) => {
      const admin = await scene.admin();
      return () => setSeats(admin, scene.billingEntityId, "40").then(() => scene.billingEntityId);
    },
    { name: "tenant.set_seats" },
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
  [
    "retryRun",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await plantRun("FAILED")];
      return () => retryRun(admin, id).then(() => id);
    },
    { name: "background_run.retry", area: "service" },
  ],
  [
    "retryRun of one that has not failed",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await plantRun("READY")];
      return () => retryRun(admin, id).then(() => id);
    },
  ],
  [
    "cancelRun",
    async (scene) => {
      const [admin, id] = [await scene.admin(), await plantRun("READY")];
      return () => cancelRun(admin, id).then(() => id);
    },
    { name: "background_run.cancel", area: "service" },
  ],
];
