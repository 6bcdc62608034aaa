import { route } from "@/lib/api/route";
import { listOrganizations } from "@/lib/organizations/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOrganizations);
