// Fetches what shows the states after a wallet is chosen: the message, the panels, and their words.
import { useEffect, useState } from 'react'
import { importAgain } from '../import-again.ts'
import { loadChapters } from '../words/language.ts'
import type { Language } from '../words/language.ts'
import { useSpeech } from '../words/use-words.ts'
import type { ProvingWords } from './proving-words.ts'

export interface Stages {
  readonly parts: typeof import('./stages.ts')
  readonly words: ProvingWords
}

const importStages = importAgain(() => import('./stages.ts'))

/** Fetches it all, words too, so that the page can show the next state at once. Rejects where it cannot be had. */
export async function loadStages(): Promise<typeof import('./stages.ts')> {
  const [parts] = await Promise.all([
    importStages(),
    loadChapters(document.documentElement.lang as Language, ['proving']),
  ])
  return parts
}

/** @param isNeeded from when on it is fetched */
export function useStages(isNeeded: boolean): Stages | 'loading' | 'failed' {
  const { chapters, need } = useSpeech()
  const [parts, setParts] = useState<Stages['parts'] | 'loading' | 'failed'>('loading')
  useEffect(() => {
    if (isNeeded)
      Promise.all([loadStages(), need('proving')]).then(
        ([loaded]) => setParts(loaded),
        () => setParts('failed'),
      )
  }, [isNeeded, need])
  if (typeof parts === 'string') return parts
  return chapters.proving ? { parts, words: chapters.proving } : 'loading'
}
