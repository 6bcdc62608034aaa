import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { writeSignatureHeader } from "../../lib/webhooks/signing/signature";
import { VERIFIER_LANGUAGES, type VerifierLanguage, writeVerifier } from "../../lib/webhooks/signing/verifier-snippet";
import { canStart } from "./documented-receivers";

const folder = mkdtempSync(join(tmpdir(), "svc-verifiers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BODY = '{"title":"議事録"}';
const SECRETS = { SVC_WEBHOOK_SECRET: "whsec_one", SVC_WEBHOOK_SECRET_NEXT: "whsec_two" };

/** A program that asks the copied function about one delivery, whose parts are in its environment. */
const PROGRAMS: Readonly<Record<VerifierLanguage, { file: string; command: string; asks: string }>> = {
  js: {
    file: "check.mjs",
    command: "node",
    asks: `const headers = { "svc-webhook-timestamp": process.env.AT, "svc-webhook-signature": process.env.SIGNATURE };
console.log(isFromSvc(Buffer.from(process.env.BODY), headers));`,
  },
  python: {
    file: "check.py",
    command: "python3",
    asks: `headers = {"Svc-Webhook-Timestamp": os.environ["AT"], "Svc-Webhook-Signature": os.environ["SIGNATURE"]}
print(str(is_from_svc(os.environ["BODY"].encode(), headers)).lower())`,
  },
  go: {
    file: "check.go",
    command: "go run",
    asks: `func main() {
	header := http.Header{}
	header.Set("Svc-Webhook-Timestamp", os.Getenv("AT"))
	header.Set("Svc-Webhook-Signature", os.Getenv("SIGNATURE"))
	println(isFromSvc([]byte(os.Getenv("BODY")), header))
}`,
  },
  php: {
    file: "check.php",
    command: "php",
    asks: `$server = ['HTTP_SVC_WEBHOOK_TIMESTAMP' => getenv('AT'), 'HTTP_SVC_WEBHOOK_SIGNATURE' => getenv('SIGNATURE')];
echo json_encode(isFromSvc(getenv('BODY'), $server));`,
  },
  ruby: {
    file: "check.rb",
    command: "ruby",
    asks: `headers = { "Svc-Webhook-Timestamp" => ENV["AT"], "Svc-Webhook-Signature" => ENV["SIGNATURE"] }
puts from_svc?(ENV["BODY"], headers)`,
  },
};

const at = () => Math.floor(Date.now() / 1000);
const sign = (secret: string, timestamp = at()) => ({
  AT: String(timestamp),
  SIGNATURE: writeSignatureHeader([secret], timestamp, Buffer.from(BODY)),
  BODY,
});

for (const language of VERIFIER_LANGUAGES.filter(canStart))
  test(`the copied code in ${language} accepts what is signed, and nothing else`, async () => {
    const { file, command, asks } = PROGRAMS[language];
    const ask = async (delivery: Record<string, string>, isRotating: boolean) => {
      writeFileSync(join(folder, file), `${writeVerifier(language, { isRotating })}\n\n${asks}\n`);
      const env = { ...process.env, ...SECRETS, ...delivery };
      const { stdout, stderr } = await promisify(execFile)("sh", ["-c", `${command} ${file}`], { cwd: folder, env });
      return `${stdout}${stderr}`.trim();
    };
    expect(await ask(sign("whsec_one"), false)).toBe("true");
    expect(await ask(sign("whsec_two"), false)).toBe("false");
    expect(await ask(sign("whsec_two"), true)).toBe("true");
    expect(await ask(sign("whsec_one", at() - 400), true)).toBe("false");
    expect(await ask({ ...sign("whsec_one"), BODY: "{}" }, true)).toBe("false");
    expect(await ask({ ...sign("whsec_one"), AT: "soon" }, true)).toBe("false");
    expect(await ask({ ...sign(""), SVC_WEBHOOK_SECRET_NEXT: "" }, true)).toBe("false");
  });
