import { serve } from "@/app/oauth/serve";
import { LOCALES } from "@/lib/i18n/locale";
import { respondWithServerMetadata } from "@/lib/oauth/endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(respondWithServerMetadata(LOCALES));
