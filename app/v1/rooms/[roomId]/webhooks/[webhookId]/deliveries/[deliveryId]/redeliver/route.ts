import { route } from "@/lib/api/route";
import { redeliver } from "@/lib/webhooks/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(redeliver);
