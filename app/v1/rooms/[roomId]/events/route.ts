import { route } from "@/lib/api/route";
import { listEvents } from "@/lib/events/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listEvents);
