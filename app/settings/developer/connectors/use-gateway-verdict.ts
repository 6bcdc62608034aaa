"use client";

import { useEffect, useRef, useState } from "react";
import { checkGateway, type GatewayCheck } from "./actions";

const QUIET_MS = 500;

export interface GatewayVerdict {
  answer: GatewayCheck | null;
  isAsking: boolean;
  isTouched: boolean;
}

/** An incomplete URL is not an error yet. */
function isWorthAsking(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]{2,}/i.test(text);
}

/** Asks the server, which alone can resolve the host name, after a pause in typing. */
export function useGatewayVerdict(typed: string, initial: string): GatewayVerdict {
  const [answered, setAnswered] = useState<{ url: string; answer: GatewayCheck } | null>(null);
  const asked = useRef("");
  const url = typed.trim();
  useEffect(() => {
    asked.current = url;
    if (!isWorthAsking(url)) return;
    const timer = setTimeout(() => {
      checkGateway(url).then(
        (answer) => (answer && asked.current === url ? setAnswered({ url, answer }) : undefined),
        // The form asks again when it is sent.
        () => undefined,
      );
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [url]);
  const answer = answered?.url === url ? answered.answer : null;
  const isTouched = url !== initial.trim();
  return { answer, isTouched, isAsking: isTouched && answer === null && isWorthAsking(url) };
}
