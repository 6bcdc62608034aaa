import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { writeSignatureHeader } from "../../lib/webhooks/signature";
import { readBlocks } from "../support/documents";

const [NODE_CODE = ""] = readBlocks("docs/receiving-webhooks.md", "js");
const [PYTHON_CODE = ""] = readBlocks("docs/receiving-webhooks.md", "python");
const [current, next, foreign] = ["current", "next", "foreign"].map(
  (name) => `whsec_${name}_${randomBytes(8).toString("hex")}`,
) as [string, string, string];
const BODY = '{"id":"evt_1","title":"café 会議"}';
const nowSeconds = Math.floor(Date.now() / 1_000);

interface Delivery {
  name: string;
  timestamp: string;
  signature: string;
  body: string;
  held: string[];
  isGenuine: boolean;
}

function sign(secrets: [string, ...string[]], timestamp = nowSeconds): string {
  return writeSignatureHeader(secrets, timestamp, Buffer.from(BODY));
}

const genuine = {
  timestamp: String(nowSeconds),
  signature: sign([current]),
  body: BODY,
  held: [current],
  isGenuine: true,
};
const DELIVERIES: Delivery[] = [
  { ...genuine, name: "one secret" },
  { ...genuine, name: "a rotation, the receiver holds the old secret", signature: sign([current, next]) },
  { ...genuine, name: "a rotation, the receiver holds the new secret", signature: sign([current, next]), held: [next] },
  { ...genuine, name: "another secret", held: [foreign], isGenuine: false },
  { ...genuine, name: "an altered body", body: BODY.replace("1", "2"), isGenuine: false },
  { ...genuine, name: "an altered timestamp", timestamp: String(nowSeconds + 1), isGenuine: false },
  {
    ...genuine,
    name: "an old timestamp",
    timestamp: String(nowSeconds - 400),
    signature: sign([current], nowSeconds - 400),
    isGenuine: false,
  },
  { ...genuine, name: "a timestamp in words", timestamp: "now", isGenuine: false },
  { ...genuine, name: "no signature", signature: "", isGenuine: false },
];

const EXPECTED = DELIVERIES.map(({ name, isGenuine }) => ({ name, isGenuine }));

function readVerdicts(verdicts: readonly boolean[]) {
  return DELIVERIES.map(({ name }, index) => ({ name, isGenuine: verdicts[index] }));
}

test("the documented verifier in Node tells genuine deliveries from forged ones", async () => {
  const receiver: { isGenuine: (headers: object, body: Buffer, secrets: string[]) => boolean } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(NODE_CODE)}`
  );
  const verdicts = DELIVERIES.map(({ timestamp, signature, body, held }) =>
    receiver.isGenuine(
      { "svc-webhook-timestamp": timestamp, "svc-webhook-signature": signature },
      Buffer.from(body),
      held,
    ),
  );
  expect(readVerdicts(verdicts)).toEqual(EXPECTED);
});

test("the documented verifier in Python tells genuine deliveries from forged ones", ({ skip }) => {
  const code = `${PYTHON_CODE}
import json, sys
for d in json.loads(sys.stdin.buffer.read()):
    headers = {"svc-webhook-timestamp": d["timestamp"], "svc-webhook-signature": d["signature"]}
    print(json.dumps(is_genuine(headers, d["body"].encode(), d["held"])))
`;
  const { error, stdout, stderr } = spawnSync("python3", ["-c", code], {
    input: JSON.stringify(DELIVERIES),
    encoding: "utf8",
  });
  if (error) skip("python3 is not installed");
  expect(stderr).toBe("");
  expect(
    readVerdicts(
      stdout
        .trim()
        .split("\n")
        .map((line) => line === "true"),
    ),
  ).toEqual(EXPECTED);
});
