import type { ApiRequest } from "../api/request";
import type { Message } from "./messages";
import { explainParams } from "./params";
import { type Conversation, converse } from "./server";

export async function answerOne(conversation: Conversation, incoming: ApiRequest, request: Message): Promise<Response> {
  const [refusal] = refuseParams(request);
  return refusal ? Response.json(refusal) : converse(conversation, incoming, request);
}

/** A list of replies, also for one request. A batch that the SDK refuses as a whole has one error. */
export async function answerBatch(
  conversation: Conversation,
  incoming: ApiRequest,
  requests: readonly Message[],
): Promise<Response> {
  const refusals = requests.flatMap(refuseParams);
  const sound = requests.filter((request) => explainParams(request) === null);
  if (sound.length === 0) return Response.json(refusals);
  const response = await converse(conversation, incoming, sound);
  if (response.status !== 200) return response;
  return Response.json([...refusals, ...[await response.json()].flat()]);
}

/** The protocol's error -32602 for params that are not valid; otherwise nothing. */
function refuseParams(request: Message): object[] {
  const message = explainParams(request);
  return message === null ? [] : [{ jsonrpc: "2.0", id: request["id"], error: { code: -32602, message } }];
}
