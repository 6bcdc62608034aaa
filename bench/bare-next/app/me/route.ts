import { readMe } from "../../../statements";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return new Response(await readMe(), { headers: { "content-type": "application/json" } });
}
