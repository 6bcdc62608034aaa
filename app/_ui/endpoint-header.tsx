import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import { PageHeader } from "./page-header";

interface EndpointHeaderProps {
  back: ReactNode;
  name: string;
  status: ReactNode;
  address: string;
  /** null: it is no URL to copy. */
  addressLabel: string | null;
}

/** Name, status and URL of a webhook or connector. */
export function EndpointHeader({ back, name, status, address, addressLabel }: EndpointHeaderProps) {
  return (
    <PageHeader
      back={back}
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">{name}</span>
          {status}
        </span>
      }
      description={
        <span className="flex min-w-0 items-center gap-1">
          <span className={addressLabel === null ? "min-w-0 break-words" : "min-w-0 font-mono text-dense break-all"}>
            {address}
          </span>
          {addressLabel === null ? null : <CopyButton text={address} label={addressLabel} />}
        </span>
      }
    />
  );
}
