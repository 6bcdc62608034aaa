import { route } from "@/lib/api/route";
import { readRoom, updateRoom } from "@/lib/rooms/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readRoom, updateRoom);
