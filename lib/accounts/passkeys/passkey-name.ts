import { z } from "zod";
import { displayName } from "@/lib/platform/text";

export const PASSKEY_NAME_MAX_LENGTH = 60;

export const PasskeyName = z.object({ name: displayName(PASSKEY_NAME_MAX_LENGTH) });
