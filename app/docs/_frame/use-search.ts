import { useRouter } from "next/navigation";
import { type KeyboardEvent, useRef, useState } from "react";
import type { SearchHit } from "@/lib/docs/search-engine";
import { loadSearch, type SearchPages } from "./load-search";

interface Shown {
  query: string;
  hits: readonly SearchHit[];
}

/** The field stays uncontrolled: text that is typed before React takes over is not lost. */
export function useSearch(indexUrl: string) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const pages = useRef<SearchPages | null>(null);
  const [state, setState] = useState<Shown | null>(null);
  const [active, setActive] = useState(-1);
  const [hasFailed, setHasFailed] = useState(false);

  function show(text: string) {
    const query = text.trim();
    setActive(-1);
    setState(query === "" || !pages.current ? null : { query, hits: pages.current(query) });
  }

  function load() {
    if (pages.current) return;
    loadSearch(indexUrl).then(
      (loaded) => {
        pages.current = loaded;
        setHasFailed(false);
        show(input.current?.value ?? "");
      },
      () => setHasFailed(true),
    );
  }

  function close() {
    setState(null);
    setActive(-1);
  }

  function open({ url }: SearchHit) {
    close();
    if (input.current) input.current.value = "";
    router.push(url);
  }

  /** The field itself is one of the places, between the last hit and the first. */
  function move(step: number) {
    if (!state) return show(input.current?.value ?? "");
    const places = state.hits.length + 1;
    setActive(((active + 1 + step + places) % places) - 1);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const hit = state?.hits[active];
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && hit) open(hit);
    else if (event.key === "Escape" && state) close();
    else return;
    event.preventDefault();
  }

  return { input, state, active, hasFailed, load, show, open, close, handleKey };
}
