import { route } from "@/lib/api/route";
import { listSearchResults } from "@/lib/rooms/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listSearchResults);
