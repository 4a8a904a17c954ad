// What the activity is narrowed down to: by what it is about, by how it ended, and by days.
import type { Ref } from 'react'
import { activityKinds } from '@countersign/api/activity'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { useTranslations } from 'use-intl'
import { DayField } from '../../ui/DayField.tsx'
import { activityOutcomes, withChoice } from './activity-filter.ts'
import type { ActivityFilter } from './activity-filter.ts'

interface ActivityFilterBarProps {
  filter: ActivityFilter
  onChange: (filter: ActivityFilter) => void
  onClear: () => void
  ref: Ref<HTMLDivElement>
}

export function ActivityFilterBar({ filter, onChange, onClear, ref }: ActivityFilterBarProps) {
  const t = useTranslations()
  const choose = (choice: Parameters<typeof withChoice>[1]) => onChange(withChoice(filter, choice))
  const isNarrow = Object.keys(filter).length > 0
  return (
    <div ref={ref} role="search" aria-label={t('activity.filter.title')} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[3fr_2fr_2fr_2fr]">
        <Choice
          label={t('activity.filter.kind')}
          value={filter.kind ?? ''}
          options={[
            { value: '', label: t('activity.filter.everyKind') },
            ...activityKinds.map((kind) => ({ value: kind, label: t(`activity.filter.kinds.${kind}`) })),
          ]}
          onChange={(kind) => choose({ kind })}
        />
        <Choice
          label={t('activity.filter.outcome')}
          value={filter.outcome ?? ''}
          options={[
            { value: '', label: t('activity.filter.everyOutcome') },
            ...activityOutcomes.map((outcome) => ({ value: outcome, label: t(`activity.filter.outcomes.${outcome}`) })),
          ]}
          onChange={(outcome) => choose({ outcome })}
        />
        <DayField
          label={t('activity.filter.from')}
          value={filter.from ?? ''}
          max={filter.to}
          onChange={(from) => choose({ from })}
        />
        <DayField
          label={t('activity.filter.to')}
          value={filter.to ?? ''}
          min={filter.from}
          onChange={(to) => choose({ to })}
        />
      </div>
      {isNarrow && (
        <Button look="bare" small className="justify-self-start px-1" onClick={onClear}>
          {t('activity.filter.clear')}
        </Button>
      )}
    </div>
  )
}
