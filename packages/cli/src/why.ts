import type { Command } from "commander";
import { clean, type Output, type Tone } from "./print";
import type { Svc } from "./svc";

type Verdict = "passed" | "stopped" | "skipped" | "not_reached";

interface Explanation {
  request: {
    requestId: string;
    at: string;
    method: string;
    route: string;
    status: number;
    errorCode: string | null;
    durationMs: number;
    units: number;
    actor: { credential: { id: string; name: string | null } | null; person: { name: string | null } | null };
  };
  area: { name: string } | null;
  gates: { gate: string; verdict: Verdict; micros: number | null }[];
  stop: {
    step: string;
    /** The sentences of the page about the request. */
    told: { cause: string; fields: string | null; fix: string };
    fix: { href: string | null };
  } | null;
  caused: { resourceId: string | null; events: { id: string; type: string }[] };
}

const TONES: Record<Verdict, Tone> = { passed: "good", stopped: "bad", skipped: "faint", not_reached: "faint" };

export function registerWhy(program: Command, svc: Svc): void {
  program
    .command("why <requestId>")
    .description("explain a request: the gates it passed, where it stopped, how to fix it")
    .action(async (requestId: string) => {
      const connection = await svc.connectAsPerson();
      const found = await connection.service.send<Explanation>({
        method: "GET",
        path: "/api/requests/{requestId}",
        pathParameters: { requestId },
      });
      svc.output.result(found, () => explain(svc.output, found, connection.baseUrl));
    });
}

function explain(output: Output, { request, area, gates, stop, caused }: Explanation, baseUrl: string): string {
  const { method, route, status, errorCode, at, durationMs, units, actor } = request;
  const who = [actor.person?.name, actor.credential?.name ?? actor.credential?.id].filter(Boolean).join(" via ");
  const lines = [
    `${method} ${route}  ${output.paint(status < 400 ? "good" : "bad", String(status))} ${errorCode ?? ""}`.trimEnd(),
    `${at}, ${durationMs} ms, ${units} ${units === 1 ? "unit" : "units"}`,
    ...(who === "" ? [] : [`By ${clean(who)}${area ? ` in ${clean(area.name)}` : ""}`]),
    "",
    ...gates.map(({ gate, verdict, micros }) =>
      `  ${output.paint(TONES[verdict], verdict.replace("_", " ").padEnd(11))} ${gate.padEnd(18)}${micros === null ? "" : ` ${micros} µs`}`.trimEnd(),
    ),
    "",
    ...(stop
      ? [
          `${output.paint("bad", "Stopped")} at ${stop.step}: ${clean(stop.told.cause)}`,
          ...(stop.told.fields === null ? [] : [`  ${clean(stop.told.fields)}`]),
          `${output.paint("strong", "What to do")}: ${clean(stop.told.fix)}`,
          ...(stop.fix.href === null ? [] : [`  ${clean(new URL(stop.fix.href, baseUrl).href)}`]),
        ]
      : [output.paint("good", "It passed.")]),
    ...(caused.resourceId === null ? [] : [`It made or changed ${caused.resourceId}.`]),
    ...caused.events.map(({ type, id }) => `It caused ${type} (${id}).`),
    `More: ${baseUrl}/settings/developer/requests/${encodeURIComponent(request.requestId)}`,
  ];
  return lines.join("\n");
}
