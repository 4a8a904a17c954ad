// The storage of a browser, in memory: for tests that run without one.

/**
 * As far as pages use it.
 * @param initial what is in it already
 */
export function createInMemoryWebStorage(initial: Readonly<Record<string, string>> = {}): Storage {
  const items = new Map(Object.entries(initial))
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  } as unknown as Storage
}
