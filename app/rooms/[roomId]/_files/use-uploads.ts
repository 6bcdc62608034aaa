"use client";

import { useEffect, useReducer, useRef } from "react";
import { FILE_MAX_BYTES } from "@/lib/platform/limits";
import { sendFile, UploadError, type UploadProblem, type UploadTarget } from "./send-file";

export interface Upload {
  key: number;
  file: File;
  sentBytes: number;
  state: "chosen" | "waiting" | "sending" | "done" | "failed";
  problem: UploadProblem | null;
  target: UploadTarget | null;
}

const AT_ONCE = 2;

type Change =
  | { kind: "add"; uploads: Upload[] }
  | { kind: "set"; key: number; changes: Partial<Upload> }
  | { kind: "aim"; keys: readonly number[]; target: UploadTarget }
  | { kind: "drop"; key: number };

function reduce(uploads: readonly Upload[], change: Change): readonly Upload[] {
  switch (change.kind) {
    case "add":
      return [...uploads, ...change.uploads];
    case "set":
      return uploads.map((upload) => (upload.key === change.key ? { ...upload, ...change.changes } : upload));
    case "aim":
      return uploads.map((upload) =>
        upload.state === "chosen" && change.keys.includes(upload.key)
          ? { ...upload, state: "waiting", target: change.target }
          : upload,
      );
    case "drop":
      return uploads.filter(({ key }) => key !== change.key);
  }
}

export type Uploads = ReturnType<typeof useUploads>;

export function useUploads(roomId: string, onDone: () => void) {
  const [uploads, change] = useReducer(reduce, []);
  const nextKey = useRef(1);
  const running = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const waiting = uploads.filter(({ key, state }) => state === "waiting" && !running.current.has(key));
    for (const upload of waiting.slice(0, AT_ONCE - running.current.size)) {
      const stop = new AbortController();
      running.current.set(upload.key, stop);
      void run(roomId, upload, stop.signal, change).then((isDone) => {
        running.current.delete(upload.key);
        if (isDone) done.current();
      });
    }
  }, [uploads, roomId]);
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);
  const isBusy = uploads.some(({ state }) => state !== "done" && state !== "failed");
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
  return {
    uploads,
    /** Sends the files at once when there is a target; otherwise they wait for `aim`. */
    add: (files: Iterable<File>, target?: UploadTarget) => {
      const added = [...files].map((file) => describeUpload(nextKey.current++, file, target ?? null));
      if (added.length > 0) change({ kind: "add", uploads: added });
    },
    aim: (keys: readonly number[], target: UploadTarget) => change({ kind: "aim", keys, target }),
    retry: (key: number) => change({ kind: "set", key, changes: { state: "waiting", problem: null, sentBytes: 0 } }),
    cancel: (key: number) => {
      running.current.get(key)?.abort();
      change({ kind: "drop", key });
    },
  };
}

function describeUpload(key: number, file: File, target: UploadTarget | null): Upload {
  const problem = file.size === 0 ? "empty" : file.size > FILE_MAX_BYTES ? "too_large" : null;
  const state = problem ? "failed" : target ? "waiting" : "chosen";
  return { key, file, sentBytes: 0, state, problem, target };
}

async function run(
  roomId: string,
  { key, file, target }: Upload,
  signal: AbortSignal,
  change: (change: Change) => void,
): Promise<boolean> {
  if (!target) return false;
  change({ kind: "set", key, changes: { state: "sending" } });
  try {
    const onProgress = (sentBytes: number) => change({ kind: "set", key, changes: { sentBytes } });
    await sendFile({ roomId, target, file, signal, onProgress });
    change({ kind: "set", key, changes: { state: "done", sentBytes: file.size } });
    return true;
  } catch (error) {
    const problem = error instanceof UploadError ? error.problem : "network";
    if (!signal.aborted) change({ kind: "set", key, changes: { state: "failed", problem } });
    return false;
  }
}
