import { route } from "@/lib/api/route";
import { readMessage } from "@/lib/messages/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readMessage);
