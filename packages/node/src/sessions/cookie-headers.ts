// Reads Cookie headers and writes Set-Cookie headers (RFC 6265).

/** The first of several cookies with one name counts: browsers send the most specific path first. */
export function parseCookies(header: string | null): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}

export interface CookieWriter {
  /** Adds the prefix `__Host-` on https, so that other hosts of the domain cannot set the cookie. */
  name: (name: string) => string
  set: (name: string, value: string, maxAgeSeconds: number) => string
  remove: (name: string) => string
}

export function createCookieWriter(appUrl: string): CookieWriter {
  const isSecure = appUrl.startsWith('https:')
  const fullName = (name: string): string => (isSecure ? `__Host-${name}` : name)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name: fullName,
    set: (name, value, maxAgeSeconds) => `${fullName(name)}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    remove: (name) => `${fullName(name)}=; Max-Age=0; ${attributes}`,
  }
}

/** Browsers accept 4096 bytes per cookie, name and attributes included. */
const chunkLength = 3800
/** Longer headers are refused by nginx (8 kB for one header) and Node (16 kB for all) by default. */
const maxChunks = 2

/**
 * @returns Set-Cookie headers for the value, and for the removal of chunks that are no longer needed;
 *   undefined if the value is too long
 */
export function writeChunkedCookie(
  writer: CookieWriter,
  { name, value, maxAgeSeconds }: { name: string; value: string; maxAgeSeconds: number },
  present: ReadonlyMap<string, string>,
): string[] | undefined {
  const count = Math.ceil(value.length / chunkLength)
  if (count > maxChunks) return undefined
  return Array.from({ length: maxChunks }, (_, index) => index).flatMap((index) => {
    const chunk = value.slice(index * chunkLength, (index + 1) * chunkLength)
    if (chunk !== '') return [writer.set(chunkName(name, index), chunk, maxAgeSeconds)]
    return present.has(writer.name(chunkName(name, index))) ? [writer.remove(chunkName(name, index))] : []
  })
}

export const readChunkedCookie = (
  writer: CookieWriter,
  name: string,
  present: ReadonlyMap<string, string>,
): string | undefined => {
  const chunks: string[] = []
  for (let index = 0; index < maxChunks; index++) {
    const chunk = present.get(writer.name(chunkName(name, index)))
    if (chunk === undefined || chunk === '') break
    chunks.push(chunk)
  }
  return chunks.length === 0 ? undefined : chunks.join('')
}

const chunkName = (name: string, index: number): string => (index === 0 ? name : `${name}.${index}`)
