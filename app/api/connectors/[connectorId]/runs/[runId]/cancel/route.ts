import { serve } from "@/app/api/connectors/serve";
import { stopRun } from "@/lib/agents/runs/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(stopRun);
