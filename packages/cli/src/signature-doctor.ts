import { type HookRequest, type HookResponse, postHook } from "./post-hook";
import { MISTAKES, signWebhook, spellForStandardWebhooks } from "./webhook-signing";

export interface Diagnosis {
  cause: string;
  /** The line to change, or the thing to do. */
  remedy: string;
}

const PROBE_TIMEOUT_MS = 5_000;
const SKEW_MAX_SECONDS = 60;
const WINDOW_SECONDS = 300;

/** Why a receiver did not accept a delivery that is signed as it should be. null: nothing more is known than its status. */
export async function diagnoseResponse(
  url: URL,
  secret: string,
  request: HookRequest,
  response: HookResponse,
): Promise<Diagnosis | null> {
  if (response.statusCode === null) return diagnoseSilence(url, response);
  const { statusCode } = response;
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode === 400 || statusCode === 401 || statusCode === 403) {
    return readClock(response.date) ?? (await probe(url, secret, request)) ?? explainRefusal(secret, request);
  }
  return BY_STATUS[statusCode] ?? (statusCode >= 500 ? BROKEN : statusCode < 400 ? REDIRECTED : null);
}

const UNKNOWN_REFUSAL: Diagnosis = {
  cause: "The receiver refuses a delivery whose signature is right, and none of the usual mistakes explains it.",
  remedy: "Give it this webhook's secret, and check its log. svc webhooks conform tests it case by case.",
};

/** The usual mistake with such a library is the spelling, which no signature can tell. */
function explainRefusal(secret: string, { headers }: HookRequest): Diagnosis {
  if (headers["webhook-signature"] === undefined) return UNKNOWN_REFUSAL;
  const spelling = `Standard Webhooks libraries expect the secret as ${spellForStandardWebhooks(secret)}.`;
  return { ...UNKNOWN_REFUSAL, remedy: `${spelling} ${UNKNOWN_REFUSAL.remedy}` };
}

const BROKEN: Diagnosis = {
  cause: "The receiver failed while it handled the event.",
  remedy: "See its log for the reason. Retries keep the same svc-webhook-delivery id.",
};
const REDIRECTED: Diagnosis = {
  cause: "The receiver redirects, and deliveries do not follow redirects.",
  remedy: "Use the URL it redirects to.",
};
const BY_STATUS: Readonly<Record<number, Diagnosis>> = {
  404: { cause: "The receiver has no such path.", remedy: "Use the path of its route." },
  405: { cause: "The route does not accept POST.", remedy: "app.post('/hook', …)" },
  410: {
    cause: "410 says that the receiver is gone for good: it is not retried.",
    remedy: "Return 2xx, or 503 for now.",
  },
  413: { cause: "The receiver rejects a body of this size.", remedy: "Raise the limit of its body parser to 1 MB." },
  415: { cause: "The receiver does not accept application/json.", remedy: "express.raw({ type: 'application/json' })" },
};

function diagnoseSilence(url: URL, { error, reason }: Extract<HookResponse, { statusCode: null }>): Diagnosis {
  if (error === "timeout") {
    const remedy = "Respond with 2xx first, then do the work.";
    return { cause: "The receiver gave no response within 15 seconds.", remedy };
  }
  if (reason === "ECONNREFUSED")
    return {
      cause: `Nothing listens on ${url.host}.`,
      remedy: "Start the receiver, or correct the port.",
    };
  return {
    cause: `The receiver could not be reached: ${reason}.`,
    remedy: "Check its host, port and protocol.",
  };
}

/** A receiver's clock tells itself by the Date header. */
function readClock(date: string | null): Diagnosis | null {
  const skewSeconds = date === null ? 0 : Math.round((Date.now() - Date.parse(date)) / 1000);
  if (!(Math.abs(skewSeconds) > SKEW_MAX_SECONDS)) return null;
  const side = skewSeconds > 0 ? "behind" : "ahead";
  return {
    cause: `The receiver's clock is ${Math.abs(skewSeconds)} seconds ${side}; deliveries are accepted for ${WINDOW_SECONDS}.`,
    remedy: "Sync its clock (NTP), and compare seconds with seconds.",
  };
}

/** Signs the same delivery as common mistakes would: the one that the receiver accepts is the receiver's own. */
async function probe(url: URL, secret: string, { headers, body }: HookRequest): Promise<Diagnosis | null> {
  const name = Object.keys(headers).find((header) => header.toLowerCase() === "svc-webhook-signature");
  const [, timestamp] = Object.entries(headers).find(([key]) => key.toLowerCase() === "svc-webhook-timestamp") ?? [];
  if (name === undefined || timestamp === undefined) return null;
  const right = signWebhook({ secret, timestamp, body });
  const tried = new Set([right]);
  for (const { does, instead, sign } of MISTAKES) {
    const signature = sign({ secret, timestamp, body });
    if (tried.has(signature)) continue;
    tried.add(signature);
    const { statusCode } = await postHook(url, { headers: { ...headers, [name]: signature }, body }, PROBE_TIMEOUT_MS);
    if (statusCode !== null && statusCode >= 200 && statusCode < 300)
      return { cause: `The receiver ${does}.`, remedy: instead };
  }
  return null;
}
