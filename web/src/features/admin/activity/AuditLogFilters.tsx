import { signInMethods } from '@countersign/api/sign-in-methods'
import { useMessages, useTranslations } from 'use-intl'
import { useAdminQuery } from '../admin-query-hooks.ts'
import type { AdminUrlQueryParametersState } from '../master-detail/admin-url-state.ts'
import { FilterDropdown, FilterDateField, FilterChip, FilterEntityDropdown } from '../master-detail/FilterBar.tsx'
import {
  getStartOfUtcDay,
  toUtcDay,
  getEndOfUtcDay,
  toLastIncludedUtcDay,
  formatAuditLogSearchFieldText,
} from './audit-log-url-filter.ts'
import type { AuditLogUrlFilter } from './audit-log-url-filter.ts'
import { formatAuditEventType } from './format-audit-entry.ts'

interface AuditLogFiltersProps extends Pick<AdminUrlQueryParametersState<AuditLogUrlFilter>, 'view' | 'setFilters'> {
  actorName: string | null
}

export function AuditLogFilters({ view, setFilters, actorName }: AuditLogFiltersProps) {
  const t = useTranslations()
  const applications = useAdminQuery('listApplications', { query: {} })
  const chosen = view.type ?? ''
  const types = Object.entries(useMessages().adminActivity.lines)
    .flatMap(([subject, lines]) => Object.keys(lines).map((line) => `${subject}.${line}`))
    .map((value) => ({ value, label: formatAuditEventType(t, value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const given =
    chosen === '' || types.some(({ value }) => value === chosen)
      ? []
      : [
          {
            value: chosen,
            label: chosen.includes(',')
              ? t('adminActivity.several', { count: chosen.split(',').length })
              : formatAuditEventType(t, chosen),
          },
        ]
  const firstDay = toUtcDay(view.from)
  const lastDay = toLastIncludedUtcDay(view.to)
  return (
    <>
      <FilterDropdown
        label={t('adminActivity.what')}
        value={chosen}
        options={[...given, ...types]}
        onChange={(type) => setFilters({ type })}
      />
      <FilterDropdown
        label={t('adminActivity.outcome')}
        value={view.outcome ?? ''}
        options={(['success', 'refused'] as const).map((value) => ({
          value,
          label: t(`adminActivity.outcomes.${value}`),
        }))}
        onChange={(outcome) => setFilters({ outcome })}
      />
      <FilterDropdown
        label={t('adminActivity.way')}
        value={view.signInMethod ?? ''}
        options={signInMethods.map((way) => ({ value: way, label: t(`adminActivity.ways.${way}`) }))}
        onChange={(signInMethod) => setFilters({ signInMethod })}
      />
      <FilterEntityDropdown
        label={t('adminActivity.application')}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => setFilters({ application })}
      />
      <FilterDateField
        label={t('adminActivity.from')}
        value={firstDay}
        max={lastDay || undefined}
        onChange={(day) => setFilters({ from: getStartOfUtcDay(day) })}
      />
      <FilterDateField
        label={t('adminActivity.to')}
        value={lastDay}
        min={firstDay || undefined}
        onChange={(day) => setFilters({ to: getEndOfUtcDay(day) })}
      />
      {view.actor !== undefined && (
        <FilterChip
          what={t('adminActivity.narrowed.actor', { who: actorName ?? view.actor })}
          onClear={() => setFilters({ actor: '' })}
        />
      )}
      {view.group !== undefined && (
        <FilterChip
          what={t('adminActivity.narrowed.group', { group: view.group })}
          onClear={() => setFilters({ group: '' })}
        />
      )}
      {view.network !== undefined && view.network !== formatAuditLogSearchFieldText(view) && (
        <FilterChip
          what={t('adminActivity.narrowed.network', { network: view.network })}
          onClear={() => setFilters({ network: '' })}
        />
      )}
      {(view.from ?? view.to) !== undefined && <p className="text-caption text-soft">{t('adminActivity.utc')}</p>}
    </>
  )
}
