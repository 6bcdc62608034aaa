import type { ReactNode } from "react";

export function ReferenceColumns({ text, code }: { text: ReactNode; code: ReactNode }) {
  return (
    <div className="@container" data-wide>
      <div className="grid grid-cols-1 gap-8 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] @5xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">{text}</div>
        <div className="min-w-0">
          <div className="grid grid-cols-1 gap-4 @3xl:sticky @3xl:top-20 @3xl:max-h-[calc(100dvh-7rem)] @3xl:overflow-y-auto">
            {code}
          </div>
        </div>
      </div>
    </div>
  );
}
