import { randomToken } from "../platform/crypto";
import { appendChecksum, readTokenForm } from "../platform/token-checksum";

/** The token of a command line's session. OAuth knows it as little as a browser's cookie. */
const CLI_TOKEN = "svc_cli_";

export function isCliToken(text: string): boolean {
  return readTokenForm(text, CLI_TOKEN) === "valid";
}

export function makeCliToken(): string {
  return appendChecksum(CLI_TOKEN + randomToken());
}
