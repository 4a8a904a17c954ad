// What the activity can be narrowed down to beside what is searched for.
import { ways } from '@countersign/api/ways'
import { useMessages, useTranslations } from 'use-intl'
import { useAdminQuery } from '../queries.ts'
import type { AddressView } from '../workbench/use-address.ts'
import { FilterChoice, FilterDay, FilterGiven, FilterNamed } from '../workbench/FilterBar.tsx'
import { beginOf, dayOf, endOf, lastDayOf, searchOf } from './activity-view.ts'
import type { ActivityView } from './activity-view.ts'
import { sayType } from './say-event.ts'

interface ActivityFiltersProps extends Pick<AddressView<ActivityView>, 'view' | 'choose'> {
  /** What whoever did it is called, as far as a line that was found says it. */
  actorName: string | null
}

export function ActivityFilters({ view, choose, actorName }: ActivityFiltersProps) {
  const t = useTranslations()
  const applications = useAdminQuery('listApplications', { query: {} })
  const chosen = view.type ?? ''
  const types = Object.entries(useMessages().adminActivity.lines)
    .flatMap(([subject, lines]) => Object.keys(lines).map((line) => `${subject}.${line}`))
    .map((value) => ({ value, label: sayType(t, value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const given =
    chosen === '' || types.some(({ value }) => value === chosen)
      ? []
      : [
          {
            value: chosen,
            label: chosen.includes(',')
              ? t('adminActivity.several', { count: chosen.split(',').length })
              : sayType(t, chosen),
          },
        ]
  const firstDay = dayOf(view.from)
  const lastDay = lastDayOf(view.to)
  return (
    <>
      <FilterChoice
        label={t('adminActivity.what')}
        value={chosen}
        options={[...given, ...types]}
        onChange={(type) => choose({ type })}
      />
      <FilterChoice
        label={t('adminActivity.outcome')}
        value={view.outcome ?? ''}
        options={(['success', 'refused'] as const).map((value) => ({
          value,
          label: t(`adminActivity.outcomes.${value}`),
        }))}
        onChange={(outcome) => choose({ outcome })}
      />
      <FilterChoice
        label={t('adminActivity.way')}
        value={view.way ?? ''}
        options={ways.map((way) => ({ value: way, label: t(`adminActivity.ways.${way}`) }))}
        onChange={(way) => choose({ way })}
      />
      <FilterNamed
        label={t('adminActivity.application')}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => choose({ application })}
      />
      <FilterDay
        label={t('adminActivity.from')}
        value={firstDay}
        max={lastDay || undefined}
        onChange={(day) => choose({ from: beginOf(day) })}
      />
      <FilterDay
        label={t('adminActivity.to')}
        value={lastDay}
        min={firstDay || undefined}
        onChange={(day) => choose({ to: endOf(day) })}
      />
      {view.actor !== undefined && (
        <FilterGiven
          what={t('adminActivity.narrowed.actor', { who: actorName ?? view.actor })}
          onClear={() => choose({ actor: '' })}
        />
      )}
      {view.group !== undefined && (
        <FilterGiven
          what={t('adminActivity.narrowed.group', { group: view.group })}
          onClear={() => choose({ group: '' })}
        />
      )}
      {view.network !== undefined && view.network !== searchOf(view) && (
        <FilterGiven
          what={t('adminActivity.narrowed.network', { network: view.network })}
          onClear={() => choose({ network: '' })}
        />
      )}
      {(view.from ?? view.to) !== undefined && <p className="text-caption text-soft">{t('adminActivity.utc')}</p>}
    </>
  )
}
