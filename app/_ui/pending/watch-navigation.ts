type Listener = (href: string) => void;

const listeners = new Set<Listener>();

/** Calls the listener when Next's router leaves for another page, within the router's own transition. */
export function watchNavigation(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function noteNavigation(href: string): void {
  for (const listener of listeners) listener(href);
}
