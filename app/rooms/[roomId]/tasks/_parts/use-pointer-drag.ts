"use client";

import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from "react";

export interface DragPoint {
  dx: number;
  dy: number;
  x: number;
  y: number;
}

interface DragHandlers<Subject> {
  onMove: (subject: Subject, point: DragPoint) => void;
  onDrop: (subject: Subject, point: DragPoint) => void;
  onCancel: () => void;
}

const THRESHOLD_PX = 5;
const EDGE_PX = 48;
const SCROLL_STEP_PX = 14;

export function usePointerDrag<Subject>(handlers: DragHandlers<Subject>) {
  const latest = useRef(handlers);
  const stop = useRef<AbortController>(null);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => () => stop.current?.abort(), []);

  return (event: ReactPointerEvent<HTMLElement>, subject: Subject): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const scroller = event.currentTarget.closest("[data-scroller]");
    const readScroll = () => scroller?.scrollLeft ?? 0;
    const from = { x: event.pageX + readScroll(), y: event.pageY };
    const { pointerId } = event;
    let isDragging = false;
    stop.current?.abort();
    const end = new AbortController();
    stop.current = end;
    const measure = (at: PointerEvent): DragPoint => ({
      dx: at.pageX + readScroll() - from.x,
      dy: at.pageY - from.y,
      x: at.clientX,
      y: at.clientY,
    });
    const cancel = () => {
      end.abort();
      if (isDragging) latest.current.onCancel();
    };
    const listen = <Name extends keyof WindowEventMap>(name: Name, react: (event: WindowEventMap[Name]) => void) =>
      window.addEventListener(name, react, { signal: end.signal });

    listen("pointermove", (at) => {
      if (at.pointerId !== pointerId) return;
      const point = measure(at);
      isDragging ||= Math.hypot(point.dx, point.dy) >= THRESHOLD_PX;
      if (!isDragging) return;
      if (scroller) scrollBox(scroller, point.x);
      else scrollPage(point.y);
      latest.current.onMove(subject, point);
    });
    listen("pointerup", (at) => {
      if (at.pointerId !== pointerId) return;
      end.abort();
      if (!isDragging) return;
      swallowClick();
      latest.current.onDrop(subject, measure(at));
    });
    listen("pointercancel", cancel);
    listen("keydown", ({ key }) => key === "Escape" && cancel());
    listen("selectstart", (at) => isDragging && at.preventDefault());
  };
}

/** The click after the drop would open the dragged link. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
}

function scrollPage(y: number): void {
  if (y < EDGE_PX) window.scrollBy(0, -SCROLL_STEP_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_STEP_PX);
}

function scrollBox(box: Element, x: number): void {
  const { left, right } = box.getBoundingClientRect();
  const edge = box.querySelector("[data-sticky]")?.getBoundingClientRect().right ?? left;
  if (x < edge) box.scrollLeft -= SCROLL_STEP_PX;
  else if (x > right - EDGE_PX) box.scrollLeft += SCROLL_STEP_PX;
}
