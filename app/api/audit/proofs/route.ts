import { findProof } from "@/lib/audit/archive/find-proof";
import { findAuditRows } from "@/lib/audit-log/find-rows";
import { serveAudit } from "../serve";

export const GET = serveAudit(async (access, given) => {
  const rows = await findAuditRows(access, given.get("row") ?? "");
  const proofs = await Promise.all(
    rows.map(async ({ id, at }) => {
      const proof = await findProof(access, { id, at });
      return proof ? [{ id, at, ...proof }] : [];
    }),
  );
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  return Response.json({ proofs: proofs.flat() }, { headers });
});
