export const WEBHOOKS_PATH = "/settings/developer/webhooks";

export function pathOf(webhookId: string, rest = ""): string {
  return `${WEBHOOKS_PATH}/${encodeURIComponent(webhookId)}${rest}`;
}
