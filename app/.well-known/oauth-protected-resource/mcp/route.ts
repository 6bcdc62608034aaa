import { serve } from "@/app/oauth/serve";
import { TOOL_SCOPES } from "@/lib/agents/mcp/tools";
import { respondWithResourceMetadata } from "@/lib/oauth/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(respondWithResourceMetadata("mcp", TOOL_SCOPES));
