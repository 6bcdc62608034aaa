import { route } from "@/lib/api/route";

/** The JSON 404 of Next's door, `/v1` itself included. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route();
