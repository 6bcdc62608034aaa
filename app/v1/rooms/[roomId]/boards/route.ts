import { route } from "@/lib/api/route";
import { listBoards } from "@/lib/tasks/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listBoards);
