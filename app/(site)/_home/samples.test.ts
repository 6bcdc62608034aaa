import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GATES } from "@/lib/api/surfaces";
import { REGISTRY } from "@/lib/docs/surface/registry";
import { classifyRefusal } from "@/lib/requests/causes";
import { NO_FACTS } from "@/lib/requests/find-access-facts";
import { signBody } from "@/lib/webhooks/signing/signature";
import {
  CALL_RESULT,
  FIGURES,
  REFUSED,
  REFUSED_GATES,
  REFUSED_STOP,
  SAMPLE_SECRET,
  WEBHOOK_BODY,
  WEBHOOK_HEADERS,
} from "./samples";

test("every figure is in the benchmarks, below the command that measures it", () => {
  const sections = readFileSync("docs/benchmarks.md", "utf8").split(/^## /m);
  for (const { command, quote } of Object.values(FIGURES)) {
    const section = sections.find((text) => text.split("\n")[0]?.includes(`\`${command}\``)) ?? "";
    expect([command, section.replaceAll(/\s+/g, " ").includes(quote)]).toEqual([command, true]);
  }
});

test("the webhook of the picture is about its message, and its signature is true", () => {
  const timestamp = Number(WEBHOOK_HEADERS["Svc-Webhook-Timestamp"]);
  const signature = signBody(SAMPLE_SECRET, timestamp, Buffer.from(WEBHOOK_BODY));
  expect(WEBHOOK_HEADERS["Svc-Webhook-Signature"]).toBe(`v1=${signature}`);
  expect(JSON.parse(WEBHOOK_BODY)).toMatchObject({
    type: "message.created",
    data: { object: { id: (JSON.parse(CALL_RESULT) as { id: string }).id } },
  });
});

test("the refused request of the picture is one that the service would refuse and explain so", () => {
  const endpoint = REGISTRY.find(({ method, path }) => method === REFUSED.method && path === REFUSED.route);
  expect(endpoint?.scope).toBe("records:read");
  expect(REFUSED_GATES.map(({ gate }) => gate)).toEqual(GATES);
  const stop = classifyRefusal({
    step: "requireScope",
    code: "insufficient_scope",
    status: REFUSED.status,
    route: REFUSED.route,
    actorType: "app",
    credentialId: "key_01kb1wq3n5h8k2y7d4r9v6m0tc",
    userId: null,
    roomId: null,
    facts: { e: { requiredScope: endpoint?.scope ?? "" } },
    endpoint: endpoint ?? null,
    area: null,
    access: { ...NO_FACTS, room: "here" },
  });
  expect(REFUSED_STOP).toEqual(stop);
});
