export const CONNECT_AGENT_PATH = "/settings/developer/connect-agent";

export function askPath(clientUrl: string): string {
  return `${CONNECT_AGENT_PATH}/ask?client=${encodeURIComponent(clientUrl)}`;
}
