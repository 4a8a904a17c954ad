// In memory: a restart signs everyone out. An application with several processes needs a database.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomBytes } from 'node:crypto'
import type { IDToken, UserInfoResponse } from 'openid-client'

interface PendingSignIn {
  codeVerifier: string
  state: string
  nonce: string
}

export interface ExampleAppSignedInUser {
  claims: IDToken
  userInfo: UserInfoResponse
  /** Sent on sign-out, so the server knows whose session to end. */
  idToken: string
  refreshToken: string | null
  refreshedAt: Date | null
}

interface Session {
  pending?: PendingSignIn
  signedIn?: ExampleAppSignedInUser
  /** The server has ended this session; kept only so that the page can say so. */
  endedByServer?: boolean
  expiresAt: number
}

/** What a logout token names: a session or a person (OpenID Connect Back-Channel Logout §2.4). */
export interface LogoutTokenSubject {
  sub?: string | undefined
  sid?: unknown
}

const cookieName = 'example_session'
const pendingLifeMs = 600_000
const lifeMs = 8 * 3_600_000
const maxSessions = 10_000

/** `secure` is false only on localhost, where the cookie cannot require HTTPS. */
export function createExampleAppSessionStore({ secure }: { secure: boolean }) {
  const sessions = new Map<string, Session>()

  const idOf = ({ headers }: IncomingMessage): string =>
    headers.cookie
      ?.split('; ')
      .find((cookie) => cookie.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1) ?? ''

  const setCookie = (response: ServerResponse, id: string, ageSeconds: number): void => {
    // Lax: sent when a link leads back from the server, but not with cross-site form posts.
    const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${ageSeconds}`, ...(secure ? ['Secure'] : [])]
    response.setHeader('set-cookie', [`${cookieName}=${id}`, ...attributes].join('; '))
  }

  return {
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

    /** Ends one session if `sid` is given, else all sessions of the person. */
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
