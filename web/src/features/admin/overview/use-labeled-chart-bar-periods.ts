import { useMemo } from 'react'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { useNow } from '../../../api/server-synced-clock.ts'
import { splitIntoChartBarPeriods } from './count-by-chart-bar-period.ts'
import type { ChartBarPeriod } from './count-by-chart-bar-period.ts'
import { createLastDaysRange } from './overview-date-range.ts'
import { getDateFormat } from '../../../ui/memoized-intl-formats.ts'

export interface LabeledChartBarPeriod extends ChartBarPeriod {
  label: string
  shortLabel: string
  isIncomplete: boolean
}

export function useLabeledChartBarPeriods({ from, to }: ChartBarPeriod): LabeledChartBarPeriod[] {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const today = createLastDaysRange(1, useNow()).to
  return useMemo(() => {
    const dayFormat = getDateFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const weekFormat = getDateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    const short = getDateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    return splitIntoChartBarPeriods({ from, to }).map((span) => {
      const first = new Date(span.from)
      const label =
        span.from === span.to
          ? dayFormat.format(first)
          : t('adminCharts.signIns.week', { day: weekFormat.format(first) })
      const isIncomplete = span.from <= today && today <= span.to
      return {
        ...span,
        label: isIncomplete ? t('adminCharts.signIns.notOver', { when: label }) : label,
        isIncomplete,
        shortLabel: short.format(first),
      }
    })
  }, [locale, t, today, from, to])
}
