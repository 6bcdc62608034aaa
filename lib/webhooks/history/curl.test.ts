import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { writeCurl } from "./curl";

const payload = `{"title":"It's $HOME \`id\` \\\\ \\"議事録\\""}`;
const command = writeCurl({
  url: "https://hooks.example.com/in?a='b'&c=$(id)",
  payload,
  requestHeaders: {
    "Content-Type": "application/json",
    Authorization: "[hidden]",
    "X-Odd": "it's; rm -rf $HOME",
    "Svc-Webhook-Id": "evt_1",
    "Svc-Webhook-Timestamp": "1",
    "Svc-Webhook-Signature": "v1=00",
    "X-Webhook-Signature": "00",
  },
});

function runInShell(): string[] {
  const script = `openssl() { node -e '
    const { createHmac } = require("node:crypto");
    const secret = process.argv[process.argv.indexOf("-hmac") + 1];
    let text = ""; process.stdin.on("data", (part) => (text += part)).on("end", () =>
      console.log(createHmac("sha256", secret).update(text).digest("hex") + " *stdin"))' -- "$@"; }
  curl() { printf '%s\\n' "$@"; }
  ${command}`;
  const env = { ...process.env, SVC_WEBHOOK_SECRET: "whsec_test" };
  return execFileSync("sh", ["-c", script], { encoding: "utf8", env }).trimEnd().split("\n");
}

describe.skipIf(process.platform === "win32")("the command, as a shell reads it", () => {
  const args = runInShell();

  it("sends the same body, url and headers, and executes nothing in them", () => {
    expect(args[0]).toBe("https://hooks.example.com/in?a='b'&c=$(id)");
    expect(args.at(-1)).toBe(payload);
    expect(args).toContain("X-Odd: it's; rm -rf $HOME");
    expect(args).toContain("Authorization: [hidden]");
  });

  it("signs again, with the secret of the environment alone", () => {
    const timestamp = args.find((arg) => arg.startsWith("Svc-Webhook-Timestamp: "))?.slice(23) ?? "";
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(300);
    const mac = createHmac("sha256", "whsec_test").update(`${timestamp}.${payload}`).digest("hex");
    expect(args).toContain(`Svc-Webhook-Signature: v1=${mac}`);
    expect(args.filter((arg) => /signature/i.test(arg))).toHaveLength(1);
  });
});
