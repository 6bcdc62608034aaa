import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

interface EndpointHeaderProps {
  back: ReactNode;
  name: string;
  status: ReactNode;
  address: string;
  /** null: it is no URL to copy. */
  addressLabel: string | null;
}

/** The way back, name, status and URL of a webhook or connector, in one line where there is room; in one place on all of its tabs. */
export function EndpointHeader({ back, name, status, address, addressLabel }: EndpointHeaderProps) {
  return (
    <header data-endpoint className="mb-1 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 [&>a]:mb-0">
      {back}
      <span aria-hidden className="text-ink-3">
        /
      </span>
      <h1 className="min-w-0 text-lg font-semibold tracking-tight break-words">{name}</h1>
      {status}
      <p className="flex min-w-0 items-center gap-1 text-ink-2 sm:ms-auto">
        <span className={addressLabel === null ? "min-w-0 break-words" : "min-w-0 font-mono text-dense break-all"}>
          {address}
        </span>
        {addressLabel === null ? null : <CopyButton text={address} label={addressLabel} />}
      </p>
    </header>
  );
}
