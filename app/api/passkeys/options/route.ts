import { beginSignIn } from "@/lib/accounts/passkeys/begin-sign-in";

/** The question to the browser of someone who signs in with a passkey. Gives a cookie that the answer has to come with. */
export async function POST(): Promise<Response> {
  const options = await beginSignIn();
  const headers = { "cache-control": "no-store" };
  return options === null ? new Response(null, { status: 404, headers }) : Response.json(options, { headers });
}
