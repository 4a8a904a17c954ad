import { useMemo } from 'react'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

export function useNumberFormat(): (value: number) => string {
  const { locale } = usePageLanguage()
  return useMemo(() => {
    const format = getNumberFormat(locale)
    return (value: number) => format.format(value)
  }, [locale])
}
