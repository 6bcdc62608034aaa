import { openContext } from "../access/context";
import { read } from "../api/endpoint";
import { cursorPage, listQuery, pageOf, toPage } from "../api/list";
import { UNITS } from "../platform/limits";
import { listOrganizations as list } from "./list";
import { OrganizationSummary } from "./organization";

export const listOrganizations = read({
  method: "GET",
  path: "/v1/organizations",
  operationId: "listOrganizations",
  summary: "The organizations that the credential can see",
  scope: "organizations:read",
  units: UNITS.restRead,
  query: listQuery("listOrganizations", "org"),
  response: { status: 200, schema: cursorPage(OrganizationSummary) },
  errors: [],
  access: openContext,
  run: async ({ caller, query }) => {
    const page = pageOf(query);
    return toPage("listOrganizations", await list(caller, page), page, (organization) => organization.id);
  },
});
