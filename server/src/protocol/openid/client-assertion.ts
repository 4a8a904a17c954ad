// How an application proves itself with its own key (`private_key_jwt`, RFC 7523 §3). The provider looks at the signature and
// for whom it is; how long one may live is decided here, because each is remembered for so long (OpenID Connect Core §9, `jti`).
import { errors } from 'oidc-provider'

const longestLifeSeconds = 600

/** @throws InvalidClientAuth where the proof works for longer than it should, or forever */
export function checkAssertionLife({ exp }: { exp?: unknown }, now: number): void {
  if (typeof exp === 'number' && exp <= now / 1000 + longestLifeSeconds) return
  throw new errors.InvalidClientAuth(
    `the client assertion must not live longer than ${longestLifeSeconds} seconds from now`,
  )
}
