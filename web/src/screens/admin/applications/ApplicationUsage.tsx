// How often people signed in to an application, day by day: bars to look at, the same numbers as a table.
import { sumOf } from '../../../ui/charts/bars.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { Table } from '../Table.tsx'
import type { ApplicationInFull } from './application-in-full.ts'
import { dateFormat, numberFormat } from '../../../ui/formats.ts'

export function ApplicationUsage({ application: { signIns } }: { application: ApplicationInFull }) {
  const { usage } = useChapter('adminApplications')
  const { locale } = useSpeech()
  const number = numberFormat(locale)
  const date = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const total = sumOf(signIns.map(({ count }) => count))
  if (total === 0) {
    return (
      <Section title={usage.title}>
        <p className="text-soft">{usage.none}</p>
      </Section>
    )
  }
  return (
    <Section title={usage.title}>
      <Sheet className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        <p className="tabular-nums">{usage.total(number.format(total))}</p>
        {/* The table says the same to who cannot see it. */}
        <Sparkline values={signIns.map(({ count }) => count)} className="h-24 w-full" />
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
