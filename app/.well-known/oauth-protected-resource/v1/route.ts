import { serve } from "@/app/oauth/serve";
import { answerResourceMetadata } from "@/lib/oauth/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(answerResourceMetadata("api"));
