import { route } from "@/lib/api/route";
import { downloadFile } from "@/lib/files/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(downloadFile);
