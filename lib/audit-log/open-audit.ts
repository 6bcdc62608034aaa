import { openAdministration } from "../access/open-administration";
import { type OwnerAccess, openOwners } from "../access/open-owner";
import { notFound } from "../platform/errors";

declare const proof: unique symbol;

/** Proof that this person may read these rows. Only this file creates one. */
export interface AuditAccess {
  readonly [proof]: "audit";
  readonly kind: OwnerAccess["owner"]["kind"] | "service";
  readonly area: string;
  readonly name: string;
  /** Null for rows of the service, which belong to no billing entity. */
  readonly billingEntityId: string | null;
}

const SERVICE = { kind: "service", area: "service", name: "", billingEntityId: null } as const;

export async function openAuditAreas({ id, isAdmin }: { id: string; isAdmin: boolean }): Promise<AuditAccess[]> {
  const owners = await openOwners(id);
  const areas = owners.map(({ owner: { kind, id: area, name, billingEntityId } }) => ({
    kind,
    area,
    name,
    billingEntityId,
  }));
  if (!isAdmin) return areas as AuditAccess[];
  await openAdministration(id);
  return [...areas, SERVICE] as AuditAccess[];
}

export async function openAudit(user: { id: string; isAdmin: boolean }, area: string): Promise<AuditAccess> {
  const access = (await openAuditAreas(user)).find((candidate) => candidate.area === (area || user.id));
  if (!access) throw notFound();
  return access;
}
