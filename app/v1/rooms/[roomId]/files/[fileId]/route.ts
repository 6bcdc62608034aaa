import { route } from "@/lib/api/route";
import { readFile } from "@/lib/files/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readFile);
