import { serve } from "inngest/edge";
import { z } from "zod";
import { env } from "../lib/platform/env";
import { inngestServer } from "./client";
import { functions } from "./functions";

export const SERVE_PATH = "/api/inngest";

const Reply = z.object({ message: z.string() });

/**
 * Tells Inngest which functions there are and where, signed with our key. From within this process: the same request
 * from outside is refused, since a stranger must not make us register. null, or why it was not possible.
 */
export async function registerFunctions(): Promise<string | null> {
  const { SVC_BASE_URL } = env();
  const register = serve({
    client: inngestServer,
    functions,
    serveOrigin: SVC_BASE_URL,
    servePath: SERVE_PATH,
    enableUnauthedSync: true,
  });
  const url = new URL(SVC_BASE_URL + SERVE_PATH);
  const response = await register(new Request(url, { method: "PUT", headers: { host: url.host }, body: "{}" }));
  if (response.ok) return null;
  return Reply.safeParse(await response.json()).data?.message ?? `status ${response.status}`;
}
