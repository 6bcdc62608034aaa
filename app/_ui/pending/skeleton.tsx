import { joinClasses } from "../controls/join-classes";
import { ROW_HEIGHT } from "../list/data-table";
import type { Shape } from "./find-pending";

export function Skeleton({ shape, hasTitle }: { shape: Shape; hasTitle: boolean }) {
  if (shape === "thread") return <Thread />;
  if (shape === "pane") return <DenseRows />;
  return (
    <>
      {hasTitle ? <Heading /> : null}
      {shape === "list" ? <Rows /> : shape === "form" ? <Fields /> : <Panels />}
    </>
  );
}

export function RoomSkeleton() {
  return (
    <div className="mx-auto w-full max-w-6xl">
      <Bar className="h-3 w-24" />
      <Bar className="mt-2 h-5 w-48" />
      <div className="mt-4 flex gap-6 border-b border-line pb-3">
        {["w-20", "w-14", "w-16", "w-12", "w-20"].map((width, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars never change places
          <Bar key={n} className={joinClasses("h-3", width)} />
        ))}
      </div>
      <Thread />
    </div>
  );
}

function Bar({ className }: { className: string }) {
  return <div className={joinClasses("animate-pulse rounded bg-line", className)} />;
}

function Heading() {
  return (
    <div className="mb-6 grid gap-3">
      <Bar className="h-6 w-52 max-w-full" />
      <Bar className="h-3.5 w-96 max-w-full" />
    </div>
  );
}

const ROWS = ["w-40", "w-56", "w-32", "w-48", "w-36", "w-52", "w-44", "w-32", "w-48", "w-40"];

function RowOutlines({ height }: { height: string }) {
  return ROWS.map((width, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
    <div key={n} className={joinClasses("flex items-center justify-between gap-6 px-4", height)}>
      <Bar className={joinClasses("h-3 max-w-full min-w-0", width)} />
      <Bar className="h-3 w-16 shrink-0" />
    </div>
  ));
}

function DenseRows() {
  return (
    <>
      <div className="mb-2 flex h-8 items-center">
        <Bar className="h-4 w-40" />
      </div>
      <div className="mb-2 flex gap-1.5">
        <Bar className="h-8 w-24 pointer-coarse:h-11" />
        <Bar className="h-8 w-24 max-sm:hidden" />
        <Bar className="h-8 min-w-0 flex-1 max-sm:hidden" />
      </div>
      <div className="card divide-y divide-line overflow-hidden">
        <div className="h-7 bg-muted" />
        <RowOutlines height={ROW_HEIGHT} />
      </div>
    </>
  );
}

function Rows() {
  return (
    <>
      <div className="mb-4 flex gap-2">
        <Bar className="h-9 min-w-0 flex-1" />
        <Bar className="h-9 w-28 max-sm:hidden" />
        <Bar className="h-9 w-20" />
      </div>
      <div className="card divide-y divide-line">
        <RowOutlines height="h-9" />
      </div>
    </>
  );
}

function Fields() {
  return (
    <div className="card grid max-w-2xl gap-6 p-5">
      {["w-24", "w-32", "w-20"].map((width) => (
        <div key={width} className="grid gap-2">
          <Bar className={joinClasses("h-3", width)} />
          <Bar className="h-9 w-full" />
        </div>
      ))}
      <Bar className="h-9 w-32" />
    </div>
  );
}

function Panels() {
  return (
    <div className="grid gap-5">
      {["h-36", "h-52"].map((height) => (
        <div key={height} className={joinClasses("card grid content-start gap-4 p-5", height)}>
          <Bar className="h-4 w-40" />
          <Bar className="h-3 w-full" />
          <Bar className="h-3 w-2/3" />
          <Bar className="h-3 w-1/2" />
        </div>
      ))}
    </div>
  );
}

function Thread() {
  return (
    <div className="grid gap-5 pt-6">
      {["w-3/5", "w-2/5", "w-4/5", "w-1/2", "w-2/3", "w-1/3"].map((width) => (
        <div key={width} className="flex gap-2.5">
          <Bar className="size-7 shrink-0 rounded-full!" />
          <div className="grid min-w-0 flex-1 content-start gap-2">
            <Bar className="h-3 w-28" />
            <Bar className={joinClasses("h-3", width)} />
          </div>
        </div>
      ))}
    </div>
  );
}
