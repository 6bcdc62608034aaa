import type { ReactNode } from "react";
import { joinClasses } from "../controls/join-classes";
import { CopyButton } from "./copy-button";

interface EndpointHeaderProps {
  back: ReactNode;
  name: string;
  status: ReactNode;
  address: string;
  /** null: it is no URL to copy. */
  addressLabel: string | null;
  tabs: ReactNode;
}

/**
 * The way back, name, status, URL and pages of a webhook or connector: one line on a wide screen, which belongs to the rows of a
 * list; in one place on all of its pages. The URL gets the room that the name leaves, and a name is cut when that would be less
 * than 7rem. The settings show both whole.
 */
export function EndpointHeader({ back, name, status, address, addressLabel, tabs }: EndpointHeaderProps) {
  return (
    <header
      data-endpoint
      className="mb-6 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 border-line has-[~*_[data-wide]]:mb-2 xl:flex-nowrap xl:border-b [&>a]:mb-0 xl:[&>a]:shrink-0 [&>nav]:mb-0 max-xl:[&>nav]:basis-full xl:[&>nav]:ms-auto xl:[&>nav]:-mb-px xl:[&>nav]:shrink-0 xl:[&>nav]:border-0"
    >
      {back}
      <span aria-hidden className="text-ink-3">
        /
      </span>
      <h1 title={name} className="min-w-0 text-lg font-semibold tracking-tight xl:min-w-20 xl:truncate">
        {name}
      </h1>
      {status}
      <p className="flex min-w-0 items-center gap-1 text-ink-2 max-xl:sm:ms-auto xl:max-w-max xl:shrink-0 xl:grow xl:basis-28">
        <span
          title={address}
          className={joinClasses("min-w-0 xl:truncate", addressLabel === null ? "" : "font-mono text-dense break-all")}
        >
          {address}
        </span>
        {addressLabel === null ? null : <CopyButton text={address} label={addressLabel} />}
      </p>
      {tabs}
    </header>
  );
}
