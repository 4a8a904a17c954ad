// Who is signed in to the example application. In memory, so that a restart signs everybody out; an application with
// more than one process keeps this in a database, where every process learns of a logout.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomBytes } from 'node:crypto'
import type { IDToken, UserInfoResponse } from 'openid-client'

/** A sign-in that has been begun and not finished. */
interface PendingSignIn {
  codeVerifier: string
  state: string
  nonce: string
}

/** Somebody who is signed in. */
export interface ExampleAppSignedInUser {
  /** What the ID token says: who, since when, how. */
  claims: IDToken
  /** What the person shares. */
  userInfo: UserInfoResponse
  /** Shown to the server when signing out, so that it knows who asks. */
  idToken: string
  refreshToken: string | null
  refreshedAt: Date | null
}

interface Session {
  pending?: PendingSignIn
  signedIn?: ExampleAppSignedInUser
  /** The server has said that it is over; kept only so that the page can say so. */
  endedByServer?: boolean
  expiresAt: number
}

/** Which sessions are over, as a logout token names them (OpenID Connect Back-Channel Logout §2.4): one, or all of a person. */
export interface LogoutTokenSubject {
  sub?: string | undefined
  sid?: unknown
}

const cookieName = 'example_session'
const pendingLifeMs = 600_000
const lifeMs = 8 * 3_600_000
const maxSessions = 10_000

/** @param options.secure whether the cookie is for https alone: always, but on localhost */
export function createExampleAppSessionStore({ secure }: { secure: boolean }) {
  const sessions = new Map<string, Session>()

  const idOf = ({ headers }: IncomingMessage): string =>
    headers.cookie
      ?.split('; ')
      .find((cookie) => cookie.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1) ?? ''

  const setCookie = (response: ServerResponse, id: string, ageSeconds: number): void => {
    // Lax: the browser sends it when it comes back from the server by a link, and not with the forms of other sites.
    const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${ageSeconds}`, ...(secure ? ['Secure'] : [])]
    response.setHeader('set-cookie', [`${cookieName}=${id}`, ...attributes].join('; '))
  }

  return {
    /** Begins a session under an id that nobody can guess. */
    begin(response: ServerResponse, content: Omit<Session, 'expiresAt'>): void {
      const now = Date.now()
      for (const [id, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(id)
      const oldest = sessions.keys().next()
      if (sessions.size >= maxSessions && oldest.done !== true) sessions.delete(oldest.value)
      const id = randomBytes(32).toString('base64url')
      const ageMs = content.signedIn === undefined ? pendingLifeMs : lifeMs
      sessions.set(id, { ...content, expiresAt: now + ageMs })
      setCookie(response, id, ageMs / 1000)
    },

    find(request: IncomingMessage): Session | undefined {
      const session = sessions.get(idOf(request))
      return session !== undefined && session.expiresAt > Date.now() ? session : undefined
    },

    end(request: IncomingMessage, response: ServerResponse): void {
      sessions.delete(idOf(request))
      setCookie(response, '', 0)
    },

    /** Ends what the server says is over: one session where it names one, else all of that person. */
    endByServer({ sub, sid }: LogoutTokenSubject): void {
      for (const session of sessions.values()) {
        const claims = session.signedIn?.claims
        if (
          claims === undefined ||
          (sid !== undefined && claims['sid'] !== sid) ||
          (sub !== undefined && claims.sub !== sub)
        )
          continue
        delete session.signedIn
        session.endedByServer = true
      }
    },
  }
}
