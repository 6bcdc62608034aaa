"use client";

import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";

/** Handles files dropped on or pasted into an element, and leaves dragged or pasted text alone. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  // Browsers fire dragenter on the child before dragleave on its parent.
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  function step(event: DragEvent, by: number): void {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  }
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => step(event, 1),
      onDragLeave: (event: DragEvent) => step(event, -1),
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        depth.current = 0;
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
      onPaste: (event: ClipboardEvent) => {
        const files = [...event.clipboardData.files];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}
