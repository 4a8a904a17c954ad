// What the list of people can be narrowed down to.
import { ways } from '@countersign/api/ways'
import type { Way } from '@countersign/api/ways'
import { roles } from '@countersign/api/permissions'
import type { Role } from '@countersign/api/permissions'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../queries.ts'
import { FilterChoice, FilterNamed } from '../workbench/FilterBar.tsx'

const statuses = ['active', 'suspended', 'merged'] as const

interface PeopleView {
  status?: (typeof statuses)[number]
  role?: Role
  way?: Way
  group?: string
  application?: string
}

interface PeopleFiltersProps {
  view: PeopleView
  choose: (changes: { [Name in keyof PeopleView]?: PeopleView[Name] | '' }) => void
}

export function PeopleFilters({ view, choose }: PeopleFiltersProps) {
  const t = useTranslations()
  const groups = useAdminQuery('listGroups', { query: {} })
  const applications = useAdminQuery('listApplications', { query: {} })
  return (
    <>
      <FilterChoice
        label={t('adminPeople.status')}
        value={view.status ?? ''}
        options={statuses.map((value) => ({ value, label: t(`adminPeople.statuses.${value}`) }))}
        onChange={(status) => choose({ status })}
      />
      <FilterChoice
        label={t('adminPeople.role')}
        value={view.role ?? ''}
        options={roles.map((value) => ({ value, label: t(`admin.roles.${value}`) }))}
        onChange={(role) => choose({ role })}
      />
      <FilterChoice
        label={t('adminPeople.way')}
        value={view.way ?? ''}
        options={ways.map((value) => ({ value, label: t(`adminPeople.ways.${value}`) }))}
        onChange={(way) => choose({ way })}
      />
      <FilterNamed
        label={t('adminPeople.group')}
        value={view.group}
        items={groups.data?.items}
        onChange={(group) => choose({ group })}
      />
      <FilterNamed
        label={t('adminPeople.application')}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => choose({ application })}
      />
    </>
  )
}
