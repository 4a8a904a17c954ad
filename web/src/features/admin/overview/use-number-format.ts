// Numbers as the reader's language writes them.
import { useMemo } from 'react'
import { useLanguage } from '../../../i18n/use-language.ts'
import { getNumberFormat } from '../../../ui/intl-formats.ts'

export function useNumberFormat(): (value: number) => string {
  const { locale } = useLanguage()
  return useMemo(() => {
    const format = getNumberFormat(locale)
    return (value: number) => format.format(value)
  }, [locale])
}
