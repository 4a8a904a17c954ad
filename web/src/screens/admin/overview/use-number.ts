// Numbers as the reader's language writes them.
import { useMemo } from 'react'
import { useSpeech } from '../../../words/use-words.ts'
import { numberFormat } from '../../../ui/formats.ts'

export function useNumber(): (value: number) => string {
  const { locale } = useSpeech()
  return useMemo(() => {
    const format = numberFormat(locale)
    return (value: number) => format.format(value)
  }, [locale])
}
