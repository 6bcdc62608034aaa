import type { ServerResponse } from "node:http";

export interface ReplaceableAnswer {
  replace(writeOther: () => void): ServerResponse;
}

export function makeReplaceable(response: ServerResponse): ReplaceableAnswer {
  const given = response.getHeaders();
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const writeHead = response.writeHead.bind(response);
  const flushHeaders = response.flushHeaders.bind(response);
  let other: (() => void) | null = null;
  /** Next may write the first byte of a failure before the head, which decides. */
  const isDropped = (): boolean => {
    if (!response.headersSent && other === null && response.statusCode >= 400) response.writeHead(response.statusCode);
    return other !== null;
  };
  const restore = (): void => {
    Object.assign(response, { write, end, writeHead, flushHeaders, statusCode: 200 });
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of Object.entries(given)) if (value !== undefined) response.setHeader(name, value);
  };
  response.write = (...args: unknown[]) => isDropped() || Reflect.apply(write, null, args);
  response.flushHeaders = () => {
    if (!isDropped()) flushHeaders();
  };
  response.end = (...args: unknown[]) => {
    if (!isDropped()) return Reflect.apply(end, null, args);
    const begin = other;
    other = () => undefined;
    begin?.();
    return response;
  };
  return {
    replace(writeOther) {
      other = () => {
        restore();
        writeOther();
      };
      return response;
    },
  };
}
