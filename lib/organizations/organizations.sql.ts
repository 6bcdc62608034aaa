// SQL: locks, the list of /v1, and conditions that compare columns of two tables.

import { isOpenInvitation } from "../access/access.sql";
import { OWNER_ROLE } from "../access/roles";
import { eraseStatement } from "../db/erase";
import { isoText } from "../db/pool";
import { instant, integer, limit, nullable, statement, text } from "../db/statement";
import { summaryRow } from "../db/summary-row";
import { OrganizationSummary } from "./organization";

export const LIST_ORGANIZATIONS = statement({
  name: "list_organizations",
  params: { ownerId: text, after: text, limit, userId: nullable(text) },
  row: summaryRow(OrganizationSummary),
  text: (p) => `
    SELECT o.id, o.name, o.description, b.suspension IS NULL AS "isActive", ${isoText("o.created_at")} AS "createdAt"
    FROM organizations o JOIN billing_entities b ON b.id = o.billing_entity_id
    WHERE o.id = ${p.ownerId} AND o.id < ${p.after} AND (${p.userId}::text IS NULL OR EXISTS (
      SELECT FROM organization_memberships m WHERE m.organization_id = o.id AND m.user_id = ${p.userId}))
    LIMIT ${p.limit}`,
});

/** FOR UPDATE would block rooms that reference the organization. */
export const LOCK_ORGANIZATION = statement({
  name: "lock_organization",
  params: { organizationId: text },
  row: {},
  text: (p) => `SELECT FROM organizations WHERE id = ${p.organizationId} FOR NO KEY UPDATE`,
});

export const LOCK_USER = statement({
  name: "lock_user",
  params: { userId: text },
  row: { createdAt: instant, locale: text },
  text: (p) => `SELECT created_at AS "createdAt", locale FROM users WHERE id = ${p.userId} FOR NO KEY UPDATE`,
});

export const LIST_PEOPLE = statement({
  name: "list_people_of_organization",
  params: { organizationId: text, text, limit, userId: nullable(text) },
  row: { userId: text, name: text, email: text, role: integer, joinedAt: instant },
  text: (p) => `
    SELECT m.user_id AS "userId", u.name, u.email, m.role, m.created_at AS "joinedAt"
    FROM organization_memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${p.organizationId} AND (u.name ILIKE ${p.text} OR u.email ILIKE ${p.text}) AND (${p.userId}::text IS NULL OR m.user_id = ${p.userId})
    ORDER BY m.role DESC, u.name, m.user_id LIMIT ${p.limit}`,
});

export const COUNT_SEATS = statement({
  name: "count_organization_seats",
  params: { organizationId: text, now: instant },
  row: { members: integer, owners: integer, invited: integer },
  text: (p) => `
    SELECT (SELECT count(*)::int FROM organization_memberships WHERE organization_id = ${p.organizationId}) AS members,
           (SELECT count(*)::int FROM organization_memberships
            WHERE organization_id = ${p.organizationId} AND role = ${OWNER_ROLE}) AS owners,
           (SELECT count(*)::int FROM invitations i WHERE i.organization_id = ${p.organizationId} AND ${isOpenInvitation(p.now)}) AS invited`,
});

export const LIST_SENT_INVITATIONS = statement({
  name: "list_invitations",
  params: { organizationId: text, now: instant },
  row: { id: text, email: text, role: integer, invitedByName: text, expiresAt: instant },
  text: (p) => `
    SELECT i.id, i.email, i.role, u.name AS "invitedByName", i.expires_at AS "expiresAt"
    FROM invitations i JOIN users u ON u.id = i.invited_by_id
    WHERE i.organization_id = ${p.organizationId} AND ${isOpenInvitation(p.now)} ORDER BY i.id DESC`,
});

export const LIST_RECEIVED_INVITATIONS = statement({
  name: "list_received_invitations",
  params: { userId: text, now: instant, limit, invitationId: nullable(text) },
  row: {
    id: text,
    organizationId: text,
    organizationName: text,
    role: integer,
    invitedByName: text,
    invitedByEmail: text,
    expiresAt: instant,
  },
  text: (p) => `
    SELECT i.id, i.organization_id AS "organizationId", o.name AS "organizationName", i.role,
           s.name AS "invitedByName", s.email AS "invitedByEmail", i.expires_at AS "expiresAt"
    FROM users u
    JOIN invitations i ON i.email = u.email
    JOIN organizations o ON o.id = i.organization_id AND o.is_active
    JOIN users s ON s.id = i.invited_by_id
    WHERE u.id = ${p.userId} AND (${p.invitationId}::text IS NULL OR i.id = ${p.invitationId}) AND ${isOpenInvitation(p.now)}
    ORDER BY i.id DESC LIMIT ${p.limit}`,
});

export const FIND_INVITATION = statement({
  name: "find_invitation",
  params: { invitationId: text, now: instant },
  row: {
    email: text,
    organizationId: text,
    organizationName: text,
    role: integer,
    invitedByName: text,
    expiresAt: instant,
  },
  text: (p) => `
    SELECT i.email, o.id AS "organizationId", o.name AS "organizationName", i.role, s.name AS "invitedByName",
      i.expires_at AS "expiresAt"
    FROM invitations i
    JOIN organizations o ON o.id = i.organization_id AND o.is_active
    JOIN users s ON s.id = i.invited_by_id
    WHERE i.id = ${p.invitationId} AND ${isOpenInvitation(p.now)}`,
});

export const ERASE_EXPIRED_INVITATIONS = eraseStatement("erase_expired_invitations", {
  table: "invitations",
  age: "expires_at",
  entity: "(SELECT o.billing_entity_id FROM organizations o WHERE o.id = t.organization_id)",
});
