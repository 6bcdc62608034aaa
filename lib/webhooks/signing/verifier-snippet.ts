import { WEBHOOK_REPLAY_WINDOW_SECONDS as WINDOW } from "../../platform/limits";

export const VERIFIER_LANGUAGES = ["js", "python", "go", "php", "ruby"] as const;
export type VerifierLanguage = (typeof VERIFIER_LANGUAGES)[number];

/** §6: during a rotation both secrets are accepted. An empty variable is no secret: anybody could sign with it. */
export function writeVerifier(language: VerifierLanguage, { isRotating }: { isRotating: boolean }): string {
  return WRITERS[language](isRotating ? ["SVC_WEBHOOK_SECRET", "SVC_WEBHOOK_SECRET_NEXT"] : ["SVC_WEBHOOK_SECRET"]);
}

const WRITERS: Readonly<Record<VerifierLanguage, (secrets: readonly string[]) => string>> = {
  js: (secrets) => `import { createHmac, timingSafeEqual } from "node:crypto";

const SECRETS = [${secrets.map((name) => `process.env.${name}`).join(", ")}].filter(Boolean);

/** rawBody: the bytes as they came, not JSON that was parsed and written again. */
export function isFromSvc(rawBody, headers) {
  const timestamp = headers["svc-webhook-timestamp"] ?? "";
  const isNow = /^\\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - timestamp) <= ${WINDOW};
  if (!isNow) return false;
  const parts = (headers["svc-webhook-signature"] ?? "").split(",").map((part) => Buffer.from(part.trim()));
  return SECRETS.some((secret) => {
    const mac = createHmac("sha256", secret).update(timestamp + ".").update(rawBody).digest("hex");
    const expected = Buffer.from("v1=" + mac);
    return parts.some((part) => part.length === expected.length && timingSafeEqual(part, expected));
  });
}`,

  python: (secrets) => `import hashlib
import hmac
import os
import re
import time

SECRETS = list(filter(None, [${secrets.map((name) => `os.environ.get("${name}")`).join(", ")}]))


def is_from_svc(raw_body, headers):
    """raw_body: the bytes as they came, not JSON that was parsed and written again."""
    timestamp = headers.get("Svc-Webhook-Timestamp", "")
    if not re.fullmatch(r"[0-9]+", timestamp) or abs(time.time() - int(timestamp)) > ${WINDOW}:
        return False
    parts = [part.strip().encode() for part in headers.get("Svc-Webhook-Signature", "").split(",")]
    for secret in SECRETS:
        mac = hmac.new(secret.encode(), timestamp.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
        if any(hmac.compare_digest(part, f"v1={mac}".encode()) for part in parts):
            return True
    return False`,

  go: (secrets) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var secrets = []string{${secrets.map((name) => `os.Getenv("${name}")`).join(", ")}}

// rawBody: the bytes as they came, not JSON that was parsed and written again.
func isFromSvc(rawBody []byte, header http.Header) bool {
	timestamp := header.Get("Svc-Webhook-Timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil || time.Since(time.Unix(int64(seconds), 0)).Abs() > ${WINDOW}*time.Second {
		return false
	}
	for _, secret := range secrets {
		if secret == "" {
			continue
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(rawBody)
		expected := "v1=" + hex.EncodeToString(mac.Sum(nil))
		for _, part := range strings.Split(header.Get("Svc-Webhook-Signature"), ",") {
			if hmac.Equal([]byte(strings.TrimSpace(part)), []byte(expected)) {
				return true
			}
		}
	}
	return false
}`,

  php: (secrets) => `<?php
// $rawBody: the bytes as they came, from file_get_contents('php://input').
function isFromSvc(string $rawBody, array $server): bool
{
    $secrets = array_filter([${secrets.map((name) => `getenv('${name}')`).join(", ")}]);
    $timestamp = $server['HTTP_SVC_WEBHOOK_TIMESTAMP'] ?? '';
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp) || abs(time() - (int) $timestamp) > ${WINDOW}) {
        return false;
    }
    $parts = array_map('trim', explode(',', $server['HTTP_SVC_WEBHOOK_SIGNATURE'] ?? ''));
    foreach ($secrets as $secret) {
        $expected = 'v1=' . hash_hmac('sha256', "$timestamp.$rawBody", $secret);
        foreach ($parts as $part) {
            if (hash_equals($expected, $part)) {
                return true;
            }
        }
    }
    return false;
}`,

  ruby: (secrets) => `require "openssl"

SECRETS = [${secrets.map((name) => `ENV["${name}"].to_s`).join(", ")}].reject(&:empty?)

# raw_body: the bytes as they came, not JSON that was parsed and written again.
def from_svc?(raw_body, headers)
  timestamp = headers["Svc-Webhook-Timestamp"].to_s
  return false unless timestamp.match?(/\\A[0-9]+\\z/) && (Time.now.to_i - timestamp.to_i).abs <= ${WINDOW}

  parts = headers["Svc-Webhook-Signature"].to_s.split(",").map(&:strip)
  SECRETS.any? do |secret|
    expected = "v1=" + OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.".b + raw_body.b)
    parts.any? { |part| OpenSSL.secure_compare(part, expected) }
  end
end`,
};
