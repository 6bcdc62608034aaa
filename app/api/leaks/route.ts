import { serve } from "@/app/oauth/serve";
import { answerLeaks } from "@/lib/people/leaks/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(answerLeaks);
