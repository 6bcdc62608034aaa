export const CONNECT_AGENT_PATH = "/settings/developer/connect-agent";

/** Where a person asks an administrator for a client, by the URL of its metadata document. */
export function askPath(clientUrl: string): string {
  return `${CONNECT_AGENT_PATH}/ask?client=${encodeURIComponent(clientUrl)}`;
}
