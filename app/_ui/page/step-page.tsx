import type { ReactNode } from "react";
import { Ago } from "../shown/ago";
import { BackLink } from "./back-link";
import { Notice } from "./notice";
import { PageHeader } from "./page-header";

interface StepPageProps {
  backHref: string;
  /** The name of the thing that the step is about, as the link back to it. */
  name: string;
  title: string;
  children: ReactNode;
}

/** A page of its own for one step with consequences: rotate, revoke, delete. */
export function StepPage({ backHref, name, title, children }: StepPageProps) {
  return (
    <>
      <PageHeader back={<BackLink href={backHref}>{name}</BackLink>} title={title} />
      <div className="card grid max-w-xl gap-5 p-5">{children}</div>
    </>
  );
}

interface LastUseNoticeProps {
  at: string | Date | null;
  never: string;
  used: (time: () => ReactNode) => ReactNode;
}

/** Warns before the end of something that is in use. */
export function LastUseNotice({ at, never, used }: LastUseNoticeProps) {
  return <Notice tone={at ? "warn" : "neutral"}>{at ? used(() => <Ago value={at} />) : never}</Notice>;
}
