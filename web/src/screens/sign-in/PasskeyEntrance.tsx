// The way in by a passkey, beside the wallets: one button. Progress is shown on it, and what came in between beneath it, so that nothing else moves.
// Where the browser lists passkeys by itself (autofill), it may do so unasked.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { canAutofill } from '../../passkey/can-use-passkeys.ts'
import type { PasskeyPhase } from '../../passkey/passkey-sign-in.ts'
import { useSecondsLeft } from '../../prove/use-seconds-left.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useWords } from '../../words/use-words.ts'

interface PasskeyEntranceProps {
  phase: PasskeyPhase
  /** Whether it is what an application asks for, and so the main thing to press. */
  isMain: boolean
  /** What is to be said of the phase; otherwise what this is. */
  said: ReactNode
  onPress: () => void
  /** Lets the browser offer passkeys by itself. @returns the function that ends it */
  onOffer: () => () => void
}

export function PasskeyEntrance({ phase, isMain, said, onPress, onOffer }: PasskeyEntranceProps) {
  const words = useWords().signIn.passkey
  const [canOffer, setCanOffer] = useState(false)
  useEffect(() => void canAutofill().then(setCanOffer), [])
  // From the start and as long as it stands here, where the browser can.
  useEffect(() => (canOffer ? onOffer() : undefined), [canOffer, onOffer])
  return (
    <div className="grid gap-2">
      {canOffer && (
        // A browser wants a field for its list (WebAuthn §5.1.7). Nobody has anything to type here, so that nobody meets it.
        // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- the rule is older than `webauthn` (HTML §4.10.18.7.1)
        <input hidden autoComplete="username webauthn" />
      )}
      <Button
        look={isMain ? 'main' : 'quiet'}
        className="tabular-nums"
        busyLabel={useBusyLabel(phase)}
        onClick={onPress}
      >
        <span className="flex items-center justify-center gap-2">
          <Icon name="passkey" />
          {words.use}
        </span>
      </Button>
      <div className="min-h-[2lh] text-small text-soft">{said || <p>{words.hint}</p>}</div>
    </div>
  )
}

function useBusyLabel(phase: PasskeyPhase): string | undefined {
  const { passkey, againIn } = useWords().signIn
  const seconds = useSecondsLeft(phase.at === 'stopped' ? phase.until : 0)
  if (seconds > 0) return againIn(`${seconds} s`)
  return phase.at === 'waiting' || phase.at === 'checking' ? passkey[phase.at] : undefined
}
