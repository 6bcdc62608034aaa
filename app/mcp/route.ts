import { answerTools } from "@/lib/agents/mcp/endpoint";
import { serve } from "../oauth/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(answerTools);
