import { serve } from "@/app/api/connectors/serve";
import { stopRun } from "@/lib/agent-runs/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(stopRun);
