import type { Now } from '../settings/clock.ts'

/**
 * Options of `signInFromTerminal`.
 *
 * @example
 * ```ts
 * import type { TerminalSignInOptions } from '@countersign/node/terminal'
 *
 * const options: TerminalSignInOptions = { issuer: 'https://sign-in.example', clientId: 'shop-cli', flow: 'device' }
 * options.flow // => 'device'
 * ```
 */
export interface TerminalSignInOptions {
  /** The origin of the sign-in server. Default: COUNTERSIGN_ISSUER. */
  readonly issuer?: string
  /** An application of the kind `native` (loopback) or `device`. Default: COUNTERSIGN_CLIENT_ID. */
  readonly clientId?: string
  /** Default: `openid profile wallet offline_access`. */
  readonly scope?: string
  /** An API for which the access token is to be (RFC 8707). */
  readonly resource?: string
  /**
   * `loopback` opens a browser on this machine; `device` prints a code for a browser anywhere. The
   * default, `auto`, uses the device flow over SSH, in containers and without a display.
   */
  readonly flow?: 'auto' | 'loopback' | 'device'
  /** The path of the registered loopback redirect address. Default: `/callback`. */
  readonly redirectPath?: string
  /** Opens an address in a browser. Default: the browser of this machine. */
  readonly open?: (address: string) => void | Promise<void>
  /** Shows a line of text to the person. Default: standard error. */
  readonly print?: (line: string) => void
  /** Cancels the sign-in. */
  readonly signal?: AbortSignal
  /** Epoch milliseconds. Default: `Date.now`. */
  readonly now?: Now
  readonly fetch?: typeof fetch
}
