// The way in by a passkey, beside the wallets: a button, and where the browser lists passkeys by itself, the field under which
// it does. Progress is shown on the button, and what came in between beneath it, so that nothing else moves.
import { useEffect, useId, useState } from 'react'
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
  const id = useId()
  const [hasField, setHasField] = useState<boolean | null>(null)
  useEffect(() => void canAutofill().then(setHasField), [])
  // From the start and as long as it stands here, where the browser can.
  useEffect(() => (hasField ? onOffer() : undefined), [hasField, onOffer])
  const Title = hasField ? 'label' : 'p'
  return (
    <div className="grid gap-2">
      <Title htmlFor={hasField ? id : undefined} className="text-small text-soft">
        {words.title}
      </Title>
      <div className={`flex gap-2 ${hasField === null ? 'invisible' : ''}`}>
        {hasField && (
          // What is written into it goes nowhere: it is there for the list that opens under it (WebAuthn §5.1.7).
          <input
            id={id}
            aria-describedby={`${id}said`}
            // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- the rule is older than `webauthn` (HTML §4.10.18.7.1)
            autoComplete="username webauthn"
            placeholder={words.field}
            value=""
            onChange={() => undefined}
            className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-sheet px-3 py-2 text-ink placeholder:text-soft"
          />
        )}
        <Button
          look={isMain ? 'main' : 'quiet'}
          className={`shrink-0 tabular-nums ${hasField ? '' : 'w-full'}`}
          busyLabel={useBusyLabel(phase)}
          onClick={onPress}
        >
          <span className="flex items-center justify-center gap-2">
            <Icon name="passkey" />
            {words.use}
          </span>
        </Button>
      </div>
      <div id={`${id}said`} className="min-h-[2lh] text-small text-soft">
        {said || (
          <p>
            {hasField && words.fieldHint} {words.hint}
          </p>
        )}
      </div>
    </div>
  )
}

function useBusyLabel(phase: PasskeyPhase): string | undefined {
  const { passkey, againIn } = useWords().signIn
  const seconds = useSecondsLeft(phase.at === 'stopped' ? phase.until : 0)
  if (seconds > 0) return againIn(`${seconds} s`)
  return phase.at === 'waiting' || phase.at === 'checking' ? passkey[phase.at] : undefined
}
