/**
 * Checks each request once, also if a middleware is mounted twice: a DPoP proof is valid for one
 * check only, and a session needs to be refreshed only once.
 */
export function createOncePerRequest<Raw extends object, Result>(
  authenticate: (raw: Raw) => Promise<Result>,
): (raw: Raw) => Promise<Result> {
  const results = new WeakMap<Raw, Promise<Result>>()
  return (raw) => {
    const result = results.get(raw) ?? authenticate(raw)
    results.set(raw, result)
    return result
  }
}
