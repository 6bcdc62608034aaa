import { z } from "zod";
import { writeCode } from "@/lib/accounts/cli-login/cli-login";
import { startCliLogin } from "@/lib/accounts/cli-login/start-cli-login";
import { decodeBody } from "@/lib/api/decode";
import { HttpError } from "@/lib/api/errors";
import { fromRequest } from "@/lib/api/web-http";
import { CLIENT_ADDRESS_HEADER } from "@/lib/platform/client-address";
import {
  CLI_DEVICE_NAME_MAX_LENGTH,
  CLI_LOGIN_LIFETIME_MS,
  CLI_LOGIN_POLL_MS,
} from "@/lib/platform/command-line-limits";
import { env } from "@/lib/platform/env";
import { displayName } from "@/lib/platform/text";
import { serveCli } from "../serve";

const Start = z.strictObject({ deviceName: displayName(CLI_DEVICE_NAME_MAX_LENGTH, "deviceName") });

/** Begins a sign-in. The code is typed into the page; the secret, which never leaves the command line, collects. */
export const POST = serveCli(async (request) => {
  const { deviceName } = await decodeBody(fromRequest(request), Start);
  const started = await startCliLogin({
    deviceName,
    address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown",
    userAgent: request.headers.get("user-agent"),
  });
  if (started.kind === "limited") {
    const { retryAfterSeconds } = started;
    const message = `Too many sign-ins were started from this address. Wait ${retryAfterSeconds} s.`;
    const headers = { "retry-after": String(retryAfterSeconds) };
    throw new HttpError(429, "rate_limit_exceeded", message, { retryAfterSeconds }, headers);
  }
  return {
    code: writeCode(started.code),
    secret: started.secret,
    verificationUrl: `${env().SVC_BASE_URL}/cli/approve`,
    expiresInSeconds: CLI_LOGIN_LIFETIME_MS / 1000,
    intervalSeconds: CLI_LOGIN_POLL_MS / 1000,
  };
});
