// Loads, saves and ends sessions: in an encrypted cookie, or in a store with only the ID in the cookie.
import { createCookieWriter, parseCookies, readChunkedCookie, writeChunkedCookie } from './cookie-headers.ts'
import { createCookieSealer, createRandomId, hashId } from './sealed-cookies.ts'
import type { SessionsConfiguration } from './session-options.ts'
import { createSessionRevocations } from './session-revocations.ts'
import type { SessionRevocations } from './session-revocations.ts'
import type { StoredSession } from './session-store.ts'

export interface LoadedSession {
  readonly id: string
  readonly session: StoredSession
}

export interface SessionRepository {
  load: (request: Request) => Promise<LoadedSession | null>
  /** @returns Set-Cookie headers. The ID is new: a planted cookie cannot become a session. */
  create: (request: Request, session: StoredSession) => Promise<string[]>
  /** @returns Set-Cookie headers, or undefined if the session has ended since */
  update: (request: Request, loaded: LoadedSession) => Promise<string[] | undefined>
  /** @returns Set-Cookie headers */
  end: (request: Request, id: string | null) => Promise<string[]>
  endBySid: (sid: string, issuedAt: number) => Promise<void>
  endBySub: (sub: string, issuedAt: number) => Promise<void>
}

const cookieName = 'countersign-session'
const maxRevocations = 10_000

export class SessionTooLargeError extends Error {
  constructor() {
    super('The session does not fit into cookies. Request fewer scopes, or pass a session store: sessions({ store }).')
    this.name = 'SessionTooLargeError'
  }
}

export function createSessionRepository(configuration: SessionsConfiguration): SessionRepository {
  const { store, appUrl, now, maxAgeMs } = configuration
  const sealer = createCookieSealer(configuration, 'session')
  const writer = createCookieWriter(appUrl)
  const revocations: SessionRevocations = createSessionRevocations(now, { maxEntries: maxRevocations, maxAgeMs })
  const cookiesOf = (request: Request) => parseCookies(request.headers.get('cookie'))

  async function write(request: Request, { id, session }: LoadedSession): Promise<string[]> {
    const maxAgeSeconds = Math.max(1, Math.floor((session.expiresAt - now()) / 1000))
    if (store !== null) await store.set(await hashId(id), session)
    const value = await sealer.seal(store === null ? { id, session } : { id })
    const headers = writeChunkedCookie(writer, { name: cookieName, value, maxAgeSeconds }, cookiesOf(request))
    if (headers === undefined) throw new SessionTooLargeError()
    return headers
  }

  async function load(request: Request): Promise<LoadedSession | null> {
    const sealed = readChunkedCookie(writer, cookieName, cookiesOf(request))
    const content =
      sealed === undefined ? undefined : ((await sealer.open(sealed)) as Partial<LoadedSession> | undefined)
    if (content?.id === undefined) return null
    const session = store === null ? content.session : await store.get(await hashId(content.id))
    // Some stores return undefined, or entries that they changed.
    if (session === undefined || session === null || !(session.expiresAt > now())) return null
    return revocations.isRevoked(content.id, session) ? null : { id: content.id, session }
  }

  async function end(request: Request, id: string | null): Promise<string[]> {
    if (id !== null) {
      // A response that is still being sent could set the cookie again.
      revocations.revokeId(id)
      await store?.delete(await hashId(id))
    }
    return [...cookiesOf(request).keys()]
      .filter((name) => name === writer.name(cookieName) || name.startsWith(`${writer.name(cookieName)}.`))
      .map((name) => writer.remove(name.replace(/^__Host-/, '')))
  }

  return {
    load,
    create: async (request, session) => {
      const previous = await load(request)
      const removed = previous === null ? [] : await end(request, previous.id)
      // The headers that set the new cookie follow those that remove the old one.
      return [...removed, ...(await write(request, { id: createRandomId(), session }))]
    },
    update: async (request, loaded) => {
      if (revocations.isRevoked(loaded.id, loaded.session)) return undefined
      const kept = store === null || ((await store.get(await hashId(loaded.id))) ?? null) !== null
      return kept ? write(request, loaded) : undefined
    },
    end,
    endBySid: async (sid, issuedAt) => {
      revocations.revokeSid(sid, issuedAt)
      await store?.deleteBySid(sid)
    },
    endBySub: async (sub, issuedAt) => {
      revocations.revokeSub(sub, issuedAt)
      await store?.deleteBySub(sub)
    },
  }
}
