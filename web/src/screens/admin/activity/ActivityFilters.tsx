// What the activity can be narrowed down to beside what is searched for.
import { ways } from '@countersign/api/ways'
import { useChapter } from '../../../words/use-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { DayField } from '../../../ui/DayField.tsx'
import { NamedChoice } from '../NamedChoice.tsx'
import { useAdminQuery } from '../queries.ts'
import type { AddressView } from '../use-address.ts'
import { beginOf, dayOf, endOf, lastDayOf } from './activity-view.ts'
import type { ActivityView } from './activity-view.ts'
import { sayType } from './say-event.ts'

interface ActivityFiltersProps extends Pick<AddressView<ActivityView>, 'view' | 'choose'> {
  /** What whoever did it is called, as far as a line that was found says it. */
  actorName: string | null
}

export function ActivityFilters({ view, choose, actorName }: ActivityFiltersProps) {
  const words = useChapter('adminActivity')
  const applications = useAdminQuery('listApplications', { query: {} })
  const chosen = view.type ?? ''
  const types = Object.entries(words.lines).toSorted(([, one], [, other]) => one.localeCompare(other))
  const given =
    chosen === '' || Object.hasOwn(words.lines, chosen)
      ? []
      : [
          {
            value: chosen,
            label: chosen.includes(',') ? words.several(chosen.split(',').length) : sayType(words, chosen),
          },
        ]
  const firstDay = dayOf(view.from)
  const lastDay = lastDayOf(view.to)
  return (
    <>
      <Choice
        label={words.what}
        value={chosen}
        options={[
          { value: '', label: words.everything },
          ...given,
          ...types.map(([value, label]) => ({ value, label })),
        ]}
        onChange={(type) => choose({ type })}
      />
      <Choice
        label={words.outcome}
        value={view.outcome ?? ''}
        options={[
          { value: '', label: words.either },
          { value: 'success', label: words.outcomes.success },
          { value: 'refused', label: words.outcomes.refused },
        ]}
        onChange={(outcome) => choose({ outcome })}
      />
      <Choice
        label={words.way}
        value={view.way ?? ''}
        options={[{ value: '', label: words.everyWay }, ...ways.map((way) => ({ value: way, label: words.ways[way] }))]}
        onChange={(way) => choose({ way })}
      />
      <NamedChoice
        label={words.application}
        every={words.everyApplication}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => choose({ application })}
      />
      <DayField
        label={words.from}
        value={firstDay}
        max={lastDay || undefined}
        onChange={(day) => choose({ from: beginOf(day) })}
      />
      <DayField
        label={words.to}
        value={lastDay}
        min={firstDay || undefined}
        onChange={(day) => choose({ to: endOf(day) })}
      />
      {view.actor !== undefined && (
        <Narrowed what={words.narrowed.actor(actorName ?? view.actor)} onClear={() => choose({ actor: '' })} />
      )}
      {view.network !== undefined && (
        <Narrowed what={words.narrowed.network(view.network)} onClear={() => choose({ network: '' })} />
      )}
      {(view.from ?? view.to) !== undefined && <p className="col-span-full text-caption text-soft">{words.utc}</p>}
    </>
  )
}

/** Something that a link has narrowed the list down to, and how to be rid of it. */
function Narrowed({ what, onClear }: { what: string; onClear: () => void }) {
  const words = useChapter('adminActivity')
  return (
    <p className="col-span-full flex flex-wrap items-center gap-2 text-small [overflow-wrap:anywhere]">
      {what}
      <Button small look="bare" aria-label={words.clear(what)} onClick={onClear}>
        ×
      </Button>
    </p>
  )
}
