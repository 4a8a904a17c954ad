// What the activity can be narrowed down to beside what is searched for.
import { ways } from '@countersign/api/ways'
import { useChapter } from '../../../words/use-words.ts'
import { useAdminQuery } from '../queries.ts'
import type { AddressView } from '../use-address.ts'
import { FilterChoice, FilterDay, FilterGiven, FilterNamed } from '../workbench/FilterBar.tsx'
import { beginOf, dayOf, endOf, lastDayOf, searchOf } from './activity-view.ts'
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
      <FilterChoice
        label={words.what}
        value={chosen}
        options={[...given, ...types.map(([value, label]) => ({ value, label }))]}
        onChange={(type) => choose({ type })}
      />
      <FilterChoice
        label={words.outcome}
        value={view.outcome ?? ''}
        options={(['success', 'refused'] as const).map((value) => ({ value, label: words.outcomes[value] }))}
        onChange={(outcome) => choose({ outcome })}
      />
      <FilterChoice
        label={words.way}
        value={view.way ?? ''}
        options={ways.map((way) => ({ value: way, label: words.ways[way] }))}
        onChange={(way) => choose({ way })}
      />
      <FilterNamed
        label={words.application}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => choose({ application })}
      />
      <FilterDay
        label={words.from}
        value={firstDay}
        max={lastDay || undefined}
        onChange={(day) => choose({ from: beginOf(day) })}
      />
      <FilterDay
        label={words.to}
        value={lastDay}
        min={firstDay || undefined}
        onChange={(day) => choose({ to: endOf(day) })}
      />
      {view.actor !== undefined && (
        <FilterGiven what={words.narrowed.actor(actorName ?? view.actor)} onClear={() => choose({ actor: '' })} />
      )}
      {view.group !== undefined && (
        <FilterGiven what={words.narrowed.group(view.group)} onClear={() => choose({ group: '' })} />
      )}
      {view.network !== undefined && view.network !== searchOf(view) && (
        <FilterGiven what={words.narrowed.network(view.network)} onClear={() => choose({ network: '' })} />
      )}
      {(view.from ?? view.to) !== undefined && <p className="text-caption text-soft">{words.utc}</p>}
    </>
  )
}
