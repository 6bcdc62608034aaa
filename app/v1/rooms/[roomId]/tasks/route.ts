import { route } from "@/lib/api/route";
import { createTask, listTasks } from "@/lib/tasks/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listTasks, createTask);
