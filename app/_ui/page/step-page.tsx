import type { ReactNode } from "react";
import { Ago } from "../shown/ago";
import { BackLink } from "./back-link";
import { Notice } from "./notice";
import { PageHeader } from "./page-header";

interface StepPageProps {
  backHref: string;
  name: string;
  title: string;
  children: ReactNode;
}

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

export function LastUseNotice({ at, never, used }: LastUseNoticeProps) {
  return <Notice tone={at ? "warn" : "neutral"}>{at ? used(() => <Ago value={at} />) : never}</Notice>;
}
