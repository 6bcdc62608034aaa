import { route } from "@/lib/api/route";
import { listDeliveries } from "@/lib/webhooks/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listDeliveries);
