import { isRandomToken, randomToken } from "../../platform/crypto";

/** The token of a command line's session. OAuth knows it as little as a browser's cookie. */
const CLI_TOKEN = "svc_cli_";

export function isCliToken(text: string): boolean {
  return isRandomToken(text, CLI_TOKEN);
}

export function makeCliToken(): string {
  return CLI_TOKEN + randomToken();
}
