import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { buildAuthOptions } from "@/lib/accounts/auth-options";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function handle(request: NextRequest, context: Context): Promise<Response> {
  return (await NextAuth(request, context, buildAuthOptions())) as Response;
}

export { handle as GET, handle as POST };
