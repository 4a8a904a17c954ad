// Numbers as the reader's language writes them.
import { useMemo } from 'react'
import { useSpeech } from '../../../words/use-words.ts'

export function useNumber(): (value: number) => string {
  const { locale } = useSpeech()
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale)
    return (value: number) => format.format(value)
  }, [locale])
}
