import { Check, Lock, ShieldCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ColouredCode } from "@/app/_light/coloured-code";
import { EndpointList } from "@/app/settings/developer/api-keys/endpoint-list";
import { listEndpoints } from "@/app/settings/developer/api-keys/endpoints";
import { Outcome, What, Who } from "@/app/settings/developer/audit-log/entry-parts";
import { GateLine } from "@/app/settings/developer/requests/gate-line";
import { RefusalNotice } from "@/app/settings/developer/requests/refusal-notice";
import { RequestStatus } from "@/app/settings/developer/requests/request-parts";
import { listReachable } from "@/lib/api-keys/reach";
import {
  AUDIT_ROWS,
  FIRST_PROVED_ENTRY,
  KEY_SCOPES,
  LISTENED,
  REFUSED,
  REFUSED_GATES,
  REFUSED_STOP,
  VERIFIED,
} from "./samples";

const SHOWN_GATES = 4;

export async function WhyCrop() {
  const t = await getTranslations();
  return (
    <Crop caption={t("home.features.requests.caption")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-3">
        <span className="min-w-0 font-mono text-dense">
          {REFUSED.method} {REFUSED.route}
        </span>
        <RequestStatus status={REFUSED.status} />
      </div>
      <div className="grid grid-cols-1 sm:grid-cols-2">
        <div className="min-w-0 border-line p-5 max-sm:border-b sm:border-e">
          <RefusalNotice stop={REFUSED_STOP} />
        </div>
        <div className="min-w-0 p-5">
          <GateLine gates={REFUSED_GATES.slice(0, SHOWN_GATES)} isNarrow />
        </div>
      </div>
    </Crop>
  );
}

export async function AuditCrop() {
  const t = await getTranslations();
  return (
    <Crop caption={t("home.features.audit.caption")}>
      <ul className="divide-y divide-line">
        {AUDIT_ROWS.map((entry, index) => (
          <li key={entry.route} className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 font-medium">
                <What entry={entry} />
              </span>
              <span className="text-dense text-ink-2">
                <Who entry={entry} />
              </span>
            </p>
            <Outcome entry={entry} />
            <p className="flex items-center gap-1.5 text-xs text-ink-3 sm:col-span-2">
              <ShieldCheck aria-hidden className="size-3.5 shrink-0 text-good" />
              {t("auditLog.pane.proofs.proved", { index: String(FIRST_PROVED_ENTRY - index) })}
            </p>
          </li>
        ))}
      </ul>
      <pre className="border-t border-line bg-muted p-4 font-mono text-xs leading-5 whitespace-pre-wrap">
        <code>
          <ColouredCode code={VERIFIED} language="bash" />
        </code>
      </pre>
    </Crop>
  );
}

const GOOD = "signature verified";

export async function ListenCrop() {
  const t = await getTranslations("home.features.listen");
  return (
    <Crop caption={t("caption")}>
      <pre className="bg-muted p-5 font-mono text-xs leading-5 whitespace-pre-wrap sm:text-dense sm:leading-6">
        <code>
          {LISTENED.split("\n").map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
            <Line key={index} text={line} />
          ))}
        </code>
      </pre>
    </Crop>
  );
}

function Line({ text }: { text: string }) {
  const [before = "", after] = text.split(GOOD);
  const look = text.startsWith("$") ? "font-medium" : "text-ink-2";
  return (
    <span className={`block ${look}`}>
      {before}
      {after === undefined ? null : (
        <>
          <span className="text-good">{GOOD}</span>
          {after}
        </>
      )}
    </span>
  );
}

export async function ReachCrop() {
  const t = await getTranslations();
  const reachable = listReachable(listEndpoints(), KEY_SCOPES, "organization");
  return (
    <Crop caption={t("home.features.reach.caption")}>
      <div className="grid grid-cols-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ul className="grid content-start gap-2.5 border-line p-5 max-sm:border-b sm:border-e">
          {KEY_SCOPES.map((scope) => (
            <li key={scope} className="flex items-center gap-2.5">
              <span className="grid size-4.5 shrink-0 place-items-center rounded-[0.3125rem] bg-accent-solid text-white">
                <Check aria-hidden className="size-3.5" strokeWidth={3} />
              </span>
              <span className="min-w-0 font-mono text-dense">{scope}</span>
            </li>
          ))}
        </ul>
        <div className="min-w-0">
          <p className="border-b border-line px-5 py-3 font-semibold">
            {t("keyForm.reach.count", { count: reachable.length })}
          </p>
          <EndpointList endpoints={reachable} className="gap-1.5 px-5 py-3" />
          <p className="flex gap-2.5 border-t border-line px-5 py-3 text-dense text-ink-2">
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            {t("keyForm.reach.noWrites")}
          </p>
        </div>
      </div>
    </Crop>
  );
}

/** A part of a real screen as a picture: its buttons and links do nothing, and its caption says what it shows. */
function Crop({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <div inert className="card overflow-hidden shadow-float select-none">
        {children}
      </div>
      <figcaption className="mt-2 text-xs text-ink-3">{caption}</figcaption>
    </figure>
  );
}
