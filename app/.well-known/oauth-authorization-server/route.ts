import { serve } from "@/app/oauth/serve";
import { answerServerMetadata } from "@/lib/oauth/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(answerServerMetadata);
