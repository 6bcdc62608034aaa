import type { TargetProblem } from "../../egress/target";
import { invalid } from "../../platform/errors";
import { webhookClient } from "../delivery/client";
import { checkWebhook, type RegisterWebhook, type WebhookFacts } from "./webhook";

export async function findUrlProblem(url: string): Promise<TargetProblem | null> {
  const { problem } = await webhookClient().check(url.trim());
  return problem;
}

export async function checkReachableWebhook(input: RegisterWebhook): Promise<WebhookFacts> {
  const facts = checkWebhook(input);
  const problem = await findUrlProblem(facts.url);
  if (problem) throw invalid([{ path: "url", message: problem }]);
  // URLs are stored normalized: 0x7f.1 and 127.0.0.1 are one target.
  return { ...facts, url: new URL(facts.url).href };
}
