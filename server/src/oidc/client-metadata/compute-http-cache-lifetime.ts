// How long a fetched document is fresh (HTTP caching, RFC 9111 §4.2), within bounds.

const second = 1000
const [leastMs, mostMs, unsaidMs] = [60 * second, 24 * 3600 * second, 300 * second]

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** In milliseconds; 0 if the document must not be reused. */
export function computeHttpCacheLifetime(headers: Headers, now: number): number {
  const said = parseResponseLifetime(headers, now)
  if (said === null) return unsaidMs
  const age = parseSeconds(/^(\d{1,9})$/, text(headers.age)) ?? 0
  return said === 0 ? 0 : Math.min(mostMs, Math.max(leastMs, said - age))
}

function parseResponseLifetime(headers: Headers, now: number): number | null {
  const control = text(headers['cache-control']).toLowerCase()
  if (/(?:^|[,\s])no-(?:store|cache)(?=$|[,\s=])/.test(control)) return 0
  const life =
    parseSeconds(/(?:^|[,\s])s-maxage\s*=\s*"?(\d{1,9})/, control) ??
    parseSeconds(/(?:^|[,\s])max-age\s*=\s*"?(\d{1,9})/, control)
  if (life !== null) return life
  const expires = text(headers.expires)
  if (expires === '') return null
  const until = Date.parse(expires)
  // RFC 9111 §5.3: an invalid date counts as expired.
  return Number.isNaN(until) ? 0 : Math.max(0, until - now)
}

const text = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join(',') : (value ?? ''))

function parseSeconds(form: RegExp, value: string): number | null {
  const [, digits] = form.exec(value) ?? []
  return digits === undefined ? null : Number(digits) * second
}
