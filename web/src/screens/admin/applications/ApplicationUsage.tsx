// How often people signed in to an application, day by day: bars to look at, the same numbers as a table.
import { Section, Sheet } from '../../../ui/Section.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { Table } from '../Table.tsx'
import type { ApplicationInFull } from './application-in-full.ts'

export function ApplicationUsage({ application: { signIns } }: { application: ApplicationInFull }) {
  const { usage } = useChapter('adminApplications')
  const { locale } = useSpeech()
  const number = new Intl.NumberFormat(locale)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const most = Math.max(1, ...signIns.map(({ count }) => count))
  const total = signIns.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) {
    return (
      <Section title={usage.title}>
        <p className="text-soft">{usage.none}</p>
      </Section>
    )
  }
  const width = 100 / Math.max(1, signIns.length)
  return (
    <Section title={usage.title}>
      <Sheet className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        <p className="tabular-nums">{usage.total(number.format(total))}</p>
        {/* The table says the same to who cannot see it. */}
        <svg aria-hidden="true" viewBox="0 0 100 24" preserveAspectRatio="none" className="h-24 w-full text-seal">
          <line x1="0" x2="100" y1="24" y2="24" stroke="currentColor" strokeWidth="0.3" />
          {signIns.map(({ day, count }, place) => (
            <rect
              key={day}
              x={place * width + width * 0.12}
              width={width * 0.76}
              y={24 - (23 * count) / most}
              height={(23 * count) / most}
              fill="currentColor"
            />
          ))}
        </svg>
        <details>
          <summary className="min-h-8 cursor-pointer text-small">{usage.table}</summary>
          <Table
            label={usage.title}
            columns={[
              { id: 'day', head: usage.day, isHead: true, cell: ({ day }) => date.format(new Date(day)) },
              { id: 'count', head: usage.count, isNumber: true, cell: ({ count }) => number.format(count) },
            ]}
            items={signIns.toReversed()}
            keyOf={({ day }) => day}
          />
        </details>
      </Sheet>
    </Section>
  )
}
