import { serve } from "@/app/oauth/serve";
import { TOOL_SCOPES } from "@/lib/mcp/tools";
import { answerResourceMetadata } from "@/lib/oauth/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(answerResourceMetadata("mcp", TOOL_SCOPES));
