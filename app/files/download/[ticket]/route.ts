import { answerDownload } from "@/lib/files/transfer/endpoints";
import { serve } from "../../serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(answerDownload);
