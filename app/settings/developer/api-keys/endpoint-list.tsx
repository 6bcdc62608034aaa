import { Breakable } from "@/app/_ui/shown/breakable";
import type { EndpointSummary } from "@/lib/api-keys/reach";

export function EndpointList({ endpoints, className }: { endpoints: readonly EndpointSummary[]; className: string }) {
  return (
    <ul className={`grid font-mono text-xs ${className}`}>
      {endpoints.map(({ method, path }) => (
        <li key={`${method} ${path}`} className="flex gap-2">
          <span className="w-9 shrink-0 text-ink-3">{method}</span>
          <span className="min-w-0">
            <Breakable text={path} between={/(?<=.)(?=\/)/} />
          </span>
        </li>
      ))}
    </ul>
  );
}
