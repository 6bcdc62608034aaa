import { route } from "@/lib/api/route";
import { completeFile } from "@/lib/files/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(completeFile);
