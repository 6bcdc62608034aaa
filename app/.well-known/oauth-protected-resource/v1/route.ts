import { serve } from "@/app/oauth/serve";
import { respondWithResourceMetadata } from "@/lib/oauth/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(respondWithResourceMetadata("api"));
