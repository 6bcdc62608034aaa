import { z } from "zod";
import { LEAKS_PER_REPORT_MAX } from "../../platform/limits";
import { maskSecrets } from "../../platform/mask-secrets";

const TOKEN_MAX_LENGTH = 1_024;
const URL_MAX_LENGTH = 2_048;

export const LeakReport = z
  .array(
    z.object({
      token: z.string().min(1).max(TOKEN_MAX_LENGTH),
      type: z.string().max(200).default(""),
      url: z.string().max(8_192).nullish(),
    }),
  )
  .min(1)
  .max(LEAKS_PER_REPORT_MAX);
export type LeakReport = z.output<typeof LeakReport>;

export interface Leak {
  token: string;
  url: string | null;
}

/** The URL of the page may contain the token itself, and others. */
export function readLeak({ token, url }: LeakReport[number]): Leak {
  const masked = maskSecrets((url ?? "").replaceAll(token, "[redacted]"));
  if (!URL.canParse(masked)) return { token, url: null };
  const { protocol, username, password, href } = new URL(masked);
  const isPlain = /^https?:$/.test(protocol) && username === "" && password === "";
  return { token, url: isPlain && href.length <= URL_MAX_LENGTH ? href : null };
}
