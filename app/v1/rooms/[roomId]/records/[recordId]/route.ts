import { route } from "@/lib/api/route";
import { updateRecord } from "@/lib/records/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateRecord);
