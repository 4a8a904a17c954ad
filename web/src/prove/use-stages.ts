// Fetches what shows the states after a wallet is chosen: the message, the panels, and their words.
import { useEffect, useRef, useState } from 'react'
import type { ClientProblemCode } from '../exchange.ts'
import { partProblemCode } from '../load-part.ts'
import { loadChapters } from '../words/language.ts'
import type { Language } from '../words/language.ts'
import { useSpeech } from '../words/use-words.ts'
import type { ProvingWords } from './proving-words.ts'

export interface Stages {
  readonly parts: typeof import('./stages.ts')
  readonly words: ProvingWords
}

const importStages = () => import('./stages.ts')

/** Fetches it all, words too, so that the page can show the next state at once. Rejects where it cannot be had. */
export async function loadStages(): Promise<typeof import('./stages.ts')> {
  const [parts] = await Promise.all([
    importStages(),
    loadChapters(document.documentElement.lang as Language, ['proving']),
  ])
  return parts
}

/** @param isNeeded from when on it is fetched; where it failed, once more when it is needed again */
export function useStages(isNeeded: boolean): Stages | 'loading' | ClientProblemCode {
  const { chapters, need } = useSpeech()
  const [parts, setParts] = useState<Stages['parts'] | 'loading' | ClientProblemCode>('loading')
  const latest = useRef(need)
  useEffect(() => {
    latest.current = need
  }, [need])
  useEffect(() => {
    if (!isNeeded) return
    Promise.all([loadStages(), latest.current('proving')]).then(
      ([loaded]) => setParts(loaded),
      () => setParts(partProblemCode()),
    )
    return () => setParts((now) => (typeof now === 'string' ? 'loading' : now))
  }, [isNeeded])
  if (typeof parts === 'string') return parts
  return chapters.proving ? { parts, words: chapters.proving } : 'loading'
}
