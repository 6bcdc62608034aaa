import { openContext } from "../access/caller";
import { list } from "../api/list-endpoint";
import { UNITS } from "../platform/limits";
import { OrganizationSummary } from "./organization";
import { listOrganizations as listOrganizationRows } from "./queries";

export const listOrganizations = list({
  path: "/v1/organizations",
  operationId: "listOrganizations",
  summary: "List your organizations",
  scope: "organizations:read",
  units: UNITS.restRead,
  item: OrganizationSummary,
  idPrefix: "org",
  errors: [],
  access: openContext,
  rows: ({ caller, page }) => listOrganizationRows(caller, page),
});
