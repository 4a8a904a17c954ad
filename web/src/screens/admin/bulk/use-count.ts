// A sentence with a number in it, as the reader's language writes numbers.
import { useMemo } from 'react'
import { useSpeech } from '../../../words/use-words.ts'
import { numberFormat } from '../../../ui/formats.ts'

/** A sentence about so many: it is given the number as it is written, and whether it is one. */
export type Counted = (written: string, isOne: boolean) => string

export function useCount(): (many: number, sentence: Counted) => string {
  const { locale } = useSpeech()
  return useMemo(() => {
    const format = numberFormat(locale)
    return (many, sentence) => sentence(format.format(many), many === 1)
  }, [locale])
}
