import { serve } from "@/app/oauth/serve";
import { respondWithServerMetadata } from "@/lib/oauth/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(respondWithServerMetadata);
