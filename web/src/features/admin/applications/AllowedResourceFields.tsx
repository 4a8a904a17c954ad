// Resources that are open to every application need no entry.
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { useAdminListQuery } from '../admin-query-hooks.ts'
import {
  getApplicationDefinitionObjectList,
  translateApplicationDefinitionError,
  getApplicationDefinitionString,
  getApplicationDefinitionStringList,
} from './application-definition-draft.ts'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

const maxResources = 20

export function AllowedResourceFields() {
  const { draft, errors, put } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const resources = useAdminListQuery('listResources', { query: { sort: 'name', order: 'asc' } })
  const known = resources.data?.pages.flatMap(({ items }) => items) ?? []
  const listed = getApplicationDefinitionObjectList(draft, 'resources').flatMap((one) => {
    const resource = getApplicationDefinitionString(one, 'resource')
    return resource === '' ? [] : [{ resource, scopes: getApplicationDefinitionStringList(one, 'scopes') }]
  })
  const write = (next: typeof listed) => put({ resources: next })
  const others = known.filter(({ resource }) => !listed.some((one) => one.resource === resource))
  const own = errors.find(({ path }) => path === 'resources')
  return (
    <>
      <p className="text-small text-soft">{t('adminResources.choice.hint')}</p>
      {listed.map(({ resource, scopes }, place) => {
        const found = known.find((one) => one.resource === resource)
        const all = [...new Set([...(found?.scopes.map(({ scope }) => scope) ?? []), ...scopes])]
        const fault = errors.find(({ path }) => path.startsWith(`resources[${place}]`))
        return (
          <div key={resource} className="grid justify-items-start gap-1 border-l-2 border-line pl-4">
            <CheckboxGroup
              legend={sanitizeDisplayText(found?.name ?? resource, 100)}
              hint={sanitizeDisplayText(resource, 200)}
              fault={fault === undefined ? null : translateApplicationDefinitionError(t, fault)}
              options={all.map((value) => ({ value, label: sanitizeDisplayText(value, 100) }))}
              chosen={scopes}
              onChange={(chosen) => write(listed.with(place, { resource, scopes: chosen }))}
            />
            <Button
              small
              look="bare"
              className="-ml-4"
              aria-label={t('adminResources.choice.removeNamed', {
                name: sanitizeDisplayText(found?.name ?? resource, 100),
              })}
              onClick={() => write(listed.toSpliced(place, 1))}
            >
              {t('adminResources.choice.remove')}
            </Button>
          </div>
        )
      })}
      {resources.error && <LoadErrorPanel problem={resources.error.problem} onRetry={() => void resources.refetch()} />}
      {others.length > 0 && listed.length < maxResources && (
        <SelectField
          label={t('adminResources.choice.add')}
          value=""
          options={[
            { value: '', label: t('adminResources.choice.none') },
            ...others.map(({ resource, name }) => ({ value: resource, label: sanitizeDisplayText(name, 100) })),
          ]}
          onChange={(resource) => {
            const added = others.find((one) => one.resource === resource)
            if (added) write([...listed, { resource, scopes: added.scopes.map(({ scope }) => scope) }])
          }}
        />
      )}
      {resources.data && known.length === 0 && listed.length === 0 && (
        <p className="text-small">
          {t('adminResources.choice.empty')}{' '}
          <AdminPageLink href={adminPagePaths.newResource}>{t('adminResources.choice.make')}</AdminPageLink>
        </p>
      )}
      {own && (
        <p role="alert" className="text-small text-red">
          {translateApplicationDefinitionError(t, own)}
        </p>
      )}
    </>
  )
}
