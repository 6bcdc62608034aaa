import { z } from "zod";
import { redeemCliLogin } from "@/lib/accounts/cli-login/redeem-cli-login";
import { decodeBody } from "@/lib/api/decode";
import { HttpError } from "@/lib/api/errors";
import { fromRequest } from "@/lib/api/web-http";
import { CLIENT_ADDRESS_HEADER } from "@/lib/platform/client-address";
import { serveCli } from "../../serve";

const SECRET_MAX_LENGTH = 100;
const Poll = z.strictObject({ secret: z.string().min(1).max(SECRET_MAX_LENGTH) });

/** The status of a sign-in; once it is approved, the token, which is shown this one time. */
export const POST = serveCli(async (request) => {
  const { secret } = await decodeBody(fromRequest(request), Poll);
  const { kind, ...session } = await redeemCliLogin(secret, request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown");
  if (kind !== "unknown") return { status: kind, ...session };
  const message = "This sign-in is unknown or was already completed. Run svc login again.";
  throw new HttpError(401, "unauthenticated", message);
});
