// Numbers as the reader's language writes them.
import { useMemo } from 'react'
import { useLanguage } from '../../../i18n/use-language.ts'
import { numberFormat } from '../../../ui/formats.ts'

export function useNumber(): (value: number) => string {
  const { locale } = useLanguage()
  return useMemo(() => {
    const format = numberFormat(locale)
    return (value: number) => format.format(value)
  }, [locale])
}
