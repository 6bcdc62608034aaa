import { isRandomToken, randomToken } from "../../platform/crypto";

const CLI_TOKEN = "svc_cli_";

export function isCliToken(text: string): boolean {
  return isRandomToken(text, CLI_TOKEN);
}

export function makeCliToken(): string {
  return CLI_TOKEN + randomToken();
}
