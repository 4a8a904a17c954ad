// What goes on with a passkey that is used, and what came in between, in words for the eyes and for the ears.
import { useEffect } from 'react'
import type { PasskeyPhase } from '../../passkey/passkey-sign-in.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { cleanText } from '../../ui/clean-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import type { ErrorWords } from '../../words/error-words.ts'
import type { Chapters, Words } from '../../words/shape.ts'
import { useChapter, useWords } from '../../words/use-words.ts'

interface PasskeySaidProps {
  phase: Exclude<PasskeyPhase, { at: 'ready' | 'done' }>
}

export function PasskeySaid({ phase }: PasskeySaidProps) {
  const words = useChapter('passkeySignIn')
  const announce = useAnnounce()
  const { title, action } = sayPasskey(phase, useWords(), words)
  useEffect(() => announce(`${title} ${action}`), [title, action, announce])
  if (phase.at !== 'stopped') {
    return (
      <p>
        {title} {action}
      </p>
    )
  }
  return (
    // Calling it off is no failure.
    <Notice tone={phase.code === 'cancelled' ? 'neutral' : 'attention'} title={title}>
      <p>{action}</p>
      {phase.reason !== undefined && (
        <p className="[overflow-wrap:anywhere]">{words.reasonGiven(cleanText(phase.reason, 400))}</p>
      )}
    </Notice>
  )
}

/** What goes on, and what to do. */
function sayPasskey(
  phase: PasskeySaidProps['phase'],
  words: Words,
  { waiting, checking, troubles }: Chapters['passkeySignIn'],
): ErrorWords {
  if (phase.at !== 'stopped') return phase.at === 'waiting' ? waiting : checking
  const own: Readonly<Record<string, ErrorWords>> = troubles
  return (Object.hasOwn(own, phase.code) ? own[phase.code] : errorWords(words, phase.code)) ?? words.ui.unknownError
}
