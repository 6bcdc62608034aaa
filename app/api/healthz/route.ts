import { findProbe } from "@/lib/front-door/probes";

export const GET = findProbe("/api/healthz");
