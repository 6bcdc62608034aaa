import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { buildAuthOptions } from "@/lib/accounts/auth-options";
import { checkRequest } from "./check-request";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const checked = await checkRequest(request, (await context.params).nextauth);
  if (checked === null) return Response.json({ code: "not_found" }, { status: 404 });
  return (await NextAuth(checked, context, buildAuthOptions())) as Response;
}

export { handle as GET, handle as POST };
