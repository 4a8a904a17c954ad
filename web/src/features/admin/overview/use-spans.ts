// The days of a range as bars: what each is called, in full and at the axis.
import { useMemo } from 'react'
import { useLanguage } from '../../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { useNow } from '../../../api/clock.ts'
import { spansOf } from './count-by-day.ts'
import type { Span } from './count-by-day.ts'
import { lastDays } from './range.ts'
import { dateFormat } from '../../../ui/formats.ts'

export interface NamedSpan extends Span {
  label: string
  short: string
  /** Whether today belongs to it. */
  isOpen: boolean
}

export function useSpans({ from, to }: Span): NamedSpan[] {
  const { locale } = useLanguage()
  const t = useTranslations()
  const today = lastDays(1, useNow()).to
  return useMemo(() => {
    const dayFormat = dateFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const weekFormat = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    const short = dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    return spansOf({ from, to }).map((span) => {
      const first = new Date(span.from)
      const label =
        span.from === span.to
          ? dayFormat.format(first)
          : t('adminOverview.signIns.week', { day: weekFormat.format(first) })
      const isOpen = span.from <= today && today <= span.to
      return {
        ...span,
        label: isOpen ? t('adminOverview.signIns.notOver', { when: label }) : label,
        isOpen,
        short: short.format(first),
      }
    })
  }, [locale, t, today, from, to])
}
