// Says aloud what changes beside the heading: that a code was replaced or ran out, and what keeps the server away.
import { useEffect } from 'react'
import { useAnnounce } from '../ui/Announcer.tsx'
import { useChapter, useWords } from '../words/use-words.ts'
import { asideOf } from './describe.ts'
import type { ShownState } from './use-waiting.ts'

/** @param isOut whether nothing but links into wallets stands there */
export function useAsides(state: ShownState, isOut = false): void {
  const announce = useAnnounce()
  const all = useWords()
  const words = useChapter('anotherDevice')
  const { phase, renewals } = state
  const aside = asideOf(state, { all, words, isOut })
  /** One that nobody asked for. */
  const renewed = phase.at === 'shown' && renewals > 0 ? phase.code.id : null
  useEffect(() => {
    if (aside !== null) announce(aside)
  }, [aside, announce])
  useEffect(() => {
    if (renewed !== null) announce(words.renewed)
  }, [renewed, words.renewed, announce])
}
