import { serve } from "@/app/oauth/serve";
import { respondWithResourceMetadata } from "@/lib/oauth/endpoints";

/** RFC 9728 puts a resource's own path behind the name; without one, it is the API that is meant. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(respondWithResourceMetadata("api"));
