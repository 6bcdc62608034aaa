import { respondToTokenRequest } from "@/lib/oauth/endpoints";
import { serve } from "../serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(respondToTokenRequest);
