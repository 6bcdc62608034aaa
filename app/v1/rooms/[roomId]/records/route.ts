import { route } from "@/lib/api/route";
import { createRecord, listRecords } from "@/lib/records/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listRecords, createRecord);
