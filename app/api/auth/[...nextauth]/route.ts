import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { describeCallbackCookie } from "@/lib/accounts/sessions/session-cookie";
import { buildAuthOptions } from "@/lib/accounts/sign-in/auth-options";
import { readCallbackUrl } from "@/lib/accounts/sign-in/callback-path";
import { readBody } from "@/lib/api/decode";
import { fromRequest } from "@/lib/api/web-http";
import { isStorable } from "@/lib/platform/characters";
import { env } from "@/lib/platform/env";

const ACTIONS: readonly string[] = ["callback", "csrf", "error", "providers", "session", "signin", "signout"];
const BODY_MAX_BYTES = 32 * 1024;

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const checked = await checkRequest(request, (await context.params).nextauth);
  if (checked === null) return Response.json({ code: "not_found" }, { status: 404 });
  return (await NextAuth(checked, context, buildAuthOptions())) as Response;
}

export { handle as GET, handle as POST };

/**
 * next-auth answers 500 to a callback URL that cannot be parsed, a body that is no JSON or a field that is no text. It
 * is handed a request without any of these: only forms are read. null: next-auth has no such endpoint here.
 */
async function checkRequest(request: NextRequest, path: readonly string[]): Promise<NextRequest | null> {
  const [action = "", provider = ""] = path;
  if (path.length > 2 || !ACTIONS.includes(action) || !/^[a-z]{0,20}$/.test(provider)) return null;
  if (action === "callback" && provider === "credentials" && request.method !== "POST") return null;
  await dropBrokenCallback();
  const url = new URL(request.url);
  url.search = checkFields(url.searchParams, action).toString();
  const headers = new Headers(request.headers);
  if (request.method !== "POST") return new NextRequest(url, { method: request.method, headers });
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  const body = checkFields(await readForm(request), action).toString();
  return new NextRequest(url, { method: "POST", headers, body });
}

async function readForm(request: NextRequest): Promise<URLSearchParams> {
  const isForm = request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
  if (!isForm) return new URLSearchParams();
  const bytes = await readBody(fromRequest(request), BODY_MAX_BYTES).catch(() => Buffer.alloc(0));
  return new URLSearchParams(bytes.toString("utf8"));
}

function checkFields(fields: URLSearchParams, action: string): URLSearchParams {
  const checked = new URLSearchParams();
  for (const [name, value] of fields) {
    if (name === "callbackUrl") checked.set(name, readCallbackUrl(value, env().SVC_BASE_URL));
    // Outside a provider's answer it is the name of an error, which next-auth puts into a header.
    else if (name !== "error" || action === "callback" || /^[A-Za-z]{1,40}$/.test(value)) {
      if (isStorable(value)) checked.set(name, value);
    }
  }
  return checked;
}

/** next-auth reads cookies by itself: one that is no address would be a 500 at each of its endpoints. */
async function dropBrokenCallback(): Promise<void> {
  const cookieStore = await cookies();
  const { name } = describeCallbackCookie();
  const value = cookieStore.get(name)?.value ?? "";
  if (value !== "" && (!/^https?:/.test(value) || !URL.canParse(value))) cookieStore.delete(name);
}
