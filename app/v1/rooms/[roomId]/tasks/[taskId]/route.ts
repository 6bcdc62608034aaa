import { route } from "@/lib/api/route";
import { readTask, updateTask } from "@/lib/tasks/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readTask, updateTask);
