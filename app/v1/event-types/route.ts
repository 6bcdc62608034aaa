import { route } from "@/lib/api/route";
import { listEventTypes } from "@/lib/events/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listEventTypes);
