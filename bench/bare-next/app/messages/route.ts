import { createMessage, listMessages } from "../../../statements";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return new Response(await listMessages(), { headers: { "content-type": "application/json" } });
}

export async function POST(request: Request): Promise<Response> {
  const answer = await createMessage(await request.text());
  return new Response(answer, { status: 201, headers: { "content-type": "application/json" } });
}
