// Everything that the client needs from the browser, so that unit tests can replace it.

/** A stored session: what a reload needs. */
export interface StoredSession {
  readonly subject: string
  readonly refreshToken: string
  readonly idToken: string | null
  /** The private key is not extractable; it never leaves the browser. */
  readonly keys: CryptoKeyPair
}

/** An access token and the keys of its proofs. */
export interface AccessCredentials {
  readonly accessToken: string
  /** Milliseconds since 1970; null if the server did not say. */
  readonly expiresAt: number | null
  readonly keys: CryptoKeyPair
}

export interface SessionStore {
  readonly read: (key: string) => Promise<StoredSession | null>
  readonly write: (key: string, session: StoredSession) => Promise<void>
  readonly remove: (key: string) => Promise<void>
}

export interface Channel {
  readonly post: (message: unknown) => void
  readonly close: () => void
}

export interface PopupWindow {
  readonly isClosed: () => boolean
  readonly navigate: (url: string) => void
  readonly close: () => void
}

/**
 * Whether the person looks at this page: they left, came back by a click into it, or otherwise.
 * `restored`: the page was in the back/forward cache, where it missed all messages.
 */
export type AttentionChange = 'left' | 'returned' | 'returned-by-click' | 'restored'

export interface ClientEnvironment {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** 256 random bits as base64url, new at each call. */
  readonly random: () => string
  readonly fetch: typeof globalThis.fetch
  /** The address of the page. */
  readonly href: () => string
  readonly assign: (url: string) => void
  /** Changes the address without loading a page, and notifies routers. */
  readonly showPath: (path: string) => void
  /** `sessionStorage`: sign-in requests of this tab that continue after a redirect. */
  readonly requests: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly sessions: SessionStore
  readonly openChannel: (onMessage: (message: unknown) => void) => Channel
  /** Runs one function at a time among all tabs. */
  readonly withLock: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>
  /** Null if the browser blocked it. */
  readonly openPopup: () => PopupWindow | null
  readonly watchAttention: (onChange: (change: AttentionChange) => void) => () => void
  /** @returns cancels it */
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  readonly closeWindow: () => void
  /** For developers: the console. */
  readonly warn: (text: string) => void
}
