/** A browser may refuse a page in a frame its storage: then what the page remembers lasts as long as the page. */
function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

for (const name of ["localStorage", "sessionStorage"] as const) {
  try {
    void window[name].length;
  } catch {
    Object.defineProperty(window, name, { value: memory() });
  }
}

export {};
