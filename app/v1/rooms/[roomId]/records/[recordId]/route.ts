import { route } from "@/lib/api/route";
import { readRecord, updateRecord } from "@/lib/records/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readRecord, updateRecord);
