// Puts signing in with a passkey into this browser: with the real window and clock, and the browser's own passkeys.
import { askPasskey } from '../../passkey/ask-passkey.ts'
import { startPasskeySignIn } from '../../passkey/passkey-sign-in.ts'
import type { PasskeySignIn, PasskeySurroundings } from '../../passkey/passkey-sign-in.ts'
import { after } from '../../prove/begin-proof.ts'

/** @param errand what it asks the server, and what comes after it */
export function beginPasskey(errand: Pick<PasskeySurroundings, 'createRequest' | 'signIn' | 'leave'>): PasskeySignIn {
  return startPasskeySignIn({
    ...errand,
    now: Date.now,
    after,
    ask: askPasskey,
    whenSeen,
  })
}

/** Resolves once somebody looks at the page. */
const whenSeen = () =>
  new Promise<void>((resolve) => {
    const look = () => document.visibilityState === 'visible' && resolve()
    document.addEventListener('visibilitychange', look)
    look()
  })
