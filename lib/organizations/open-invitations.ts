import { MANAGER_ROLE } from "../access/roles";

/**
 * Of an invitation `i`, at the time `$2`: it has not expired, and its sender may still give the role. An invitation is
 * worth as much as the one who sent it, so none outlives its sender's power.
 */
export const IS_OPEN = `
  i.expires_at > $2 AND EXISTS (
    SELECT 1 FROM organization_memberships s
    WHERE s.organization_id = i.organization_id AND s.user_id = i.invited_by_id
      AND s.role >= greatest(i.role, ${MANAGER_ROLE}))`;
