export const WEBHOOKS_PATH = "/settings/developer/webhooks";

export function pathOf(webhookId: string, rest = ""): string {
  return `${WEBHOOKS_PATH}/${encodeURIComponent(webhookId)}${rest}`;
}

export function newWebhookPath(roomId: string): string {
  return `${WEBHOOKS_PATH}/new?room=${encodeURIComponent(roomId)}`;
}

export function verifyPath(webhookId: string, attemptId: string): string {
  return `${WEBHOOKS_PATH}/verify?${new URLSearchParams({ webhook: webhookId, attempt: attemptId }).toString()}`;
}
