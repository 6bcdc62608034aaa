import { respondWithExport } from "../respond-with-export";
import { serveAudit } from "../serve";

export const GET = serveAudit(async (access, given) => respondWithExport(access, given));
