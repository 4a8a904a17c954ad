// Fetches what shows the states after a passkey is asked, and its words.
import { useEffect, useState } from 'react'
import type { PasskeyPhase } from '../../passkey/passkey-sign-in.ts'
import { useSpeech } from '../../words/use-words.ts'
import type { Chapters } from '../../words/shape.ts'

export type PasskeyParts = typeof import('./passkey-parts.ts') & { readonly words: Chapters['passkeySignIn'] }

const loadParts = () => import('./passkey-parts.ts')

/**
 * @param at how far the passkey is: fetched once it is used, and tried again with every step
 * @returns null as long as it is not here, and where it cannot be had
 */
export function usePasskeyParts(at: PasskeyPhase['at']): PasskeyParts | null {
  const { chapters, need } = useSpeech()
  const [parts, setParts] = useState<typeof import('./passkey-parts.ts') | null>(null)
  useEffect(() => {
    if (at !== 'ready')
      Promise.all([loadParts(), need('passkeySignIn')]).then(
        ([loaded]) => setParts(loaded),
        () => undefined,
      )
  }, [at, need])
  return parts && chapters.passkeySignIn ? { ...parts, words: chapters.passkeySignIn } : null
}
