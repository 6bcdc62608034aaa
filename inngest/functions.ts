import type { InngestFunction } from "inngest";
import { housekeeping } from "./housekeeping";

/** Every background function: what `/api/inngest` serves and the embedded runner runs. */
export const functions: InngestFunction.Any[] = [...housekeeping];
