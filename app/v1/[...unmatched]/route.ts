import { route } from "@/lib/api/route";

/** The JSON 404 of Next's door. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route();
