export type SealedPlace = `${string}.${string}:${string}`;

/** The role is left out, because the end of a rotation makes the next secret the current one as it is. */
export function secretPlace(webhookId: string): SealedPlace {
  return `webhook_secrets.ciphertext:${webhookId}`;
}

export function headerPlace(webhookId: string, name: string): SealedPlace {
  return `webhooks.custom_headers:${webhookId}:${name}`;
}

export function streamSecretPlace(streamId: string): SealedPlace {
  return `audit_streams.secret_ciphertext:${streamId}`;
}

export function gatewayTokenPlace(connectorId: string): SealedPlace {
  return `connectors.gateway_token_ciphertext:${connectorId}`;
}

export function pushSubscriptionPlace(sessionId: string): SealedPlace {
  return `push_subscriptions.ciphertext:${sessionId}`;
}
