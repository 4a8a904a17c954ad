import { useTranslations } from 'use-intl'
import { useState } from 'react'
import { formatDate, formatExactTime, formatRelativeTime } from './format-time.ts'
import { useNow } from '../api/server-synced-clock.ts'
import { useTableCellKind } from './table-cell-kind-context.ts'
import { usePageLanguage } from '../i18n/page-language-context.ts'

/** @param at RFC 3339 */
export function RelativeTime({ at }: { at: string }) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const now = useNow()
  const atMs = Date.parse(at)
  return <TimeWithTooltip at={at} shown={formatRelativeTime(atMs, now, locale, t('ui.justNow'))} />
}

export function FormattedDate({ at }: { at: string }) {
  const { locale } = usePageLanguage()
  return <TimeWithTooltip at={at} shown={formatDate(Date.parse(at), locale)} />
}

const viewportMargin = 8

/** This is a button, so that keyboard and touch can show the exact time. Escape hides it. */
function TimeWithTooltip({ at, shown }: { at: string; shown: string }) {
  const { locale } = usePageLanguage()
  const [side, setSide] = useState({ opensLeft: false, room: 0 })
  const isInRow = useTableCellKind() !== null
  const exact = formatExactTime(Date.parse(at), locale)
  // The exact time opens towards the side with more room, so that it never overflows a phone.
  const chooseSide = (button: HTMLElement) => {
    const { left, right } = button.getBoundingClientRect()
    const roomRight = document.documentElement.clientWidth - left
    setSide({ opensLeft: right > roomRight, room: Math.max(right, roomRight) - viewportMargin })
  }
  // Within a list row, the time is no tab stop, because the detail page shows the exact time.
  if (isInRow)
    return (
      <time dateTime={at} title={exact}>
        {shown}
      </time>
    )
  return (
    <span className="group relative inline-block">
      <button
        type="button"
        aria-label={`${shown}, ${exact}`}
        onPointerEnter={(event) => chooseSide(event.currentTarget)}
        onFocus={(event) => chooseSide(event.currentTarget)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className="min-h-6 rounded-control text-left decoration-edge decoration-dotted underline-offset-4 select-text group-hover:underline"
      >
        <time dateTime={at}>{shown}</time>
      </button>
      <span
        aria-hidden="true"
        style={{ maxWidth: `min(18rem, ${side.room}px)` }}
        className={`absolute bottom-full z-10 hidden w-max pb-1 group-focus-within:block group-hover:block ${side.opensLeft ? 'right-0' : 'left-0'}`}
      >
        <span className="block rounded-control bg-ink px-2 py-1 text-caption text-paper">{exact}</span>
      </span>
    </span>
  )
}
