import { readMe } from "@/lib/accounts/endpoints";
import { route } from "@/lib/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readMe);
