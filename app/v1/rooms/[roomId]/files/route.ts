import { route } from "@/lib/api/route";
import { createFile, listFiles } from "@/lib/files/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listFiles, createFile);
