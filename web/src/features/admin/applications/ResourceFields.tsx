// The resources that an application lists, and the scopes of each that it may ask for. Whatever is open to all needs no place here, but where
// an application is to be held to fewer scopes.
import { adminPaths } from '../../../api/admin-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { useAdminList } from '../queries.ts'
import { objectsOf, sayFault, textOf, textsOf } from './draft.ts'
import { useDefinition } from './use-definition.ts'

/** As many as the server takes. */
const most = 20

export function ResourceFields() {
  const { draft, faults, put } = useDefinition()
  const t = useTranslations()
  const resources = useAdminList('listResources', { query: { sort: 'name', order: 'asc' } })
  const known = resources.data?.pages.flatMap(({ items }) => items) ?? []
  const listed = objectsOf(draft, 'resources').flatMap((one) => {
    const resource = textOf(one, 'resource')
    return resource === '' ? [] : [{ resource, scopes: textsOf(one, 'scopes') }]
  })
  const write = (next: typeof listed) => put({ resources: next })
  const others = known.filter(({ resource }) => !listed.some((one) => one.resource === resource))
  const own = faults.find(({ path }) => path === 'resources')
  return (
    <>
      <p className="text-small text-soft">{t('adminResources.choice.hint')}</p>
      {listed.map(({ resource, scopes }, place) => {
        const found = known.find((one) => one.resource === resource)
        const all = [...new Set([...(found?.scopes.map(({ scope }) => scope) ?? []), ...scopes])]
        const fault = faults.find(({ path }) => path.startsWith(`resources[${place}]`))
        return (
          <div key={resource} className="grid justify-items-start gap-1 border-l-2 border-line pl-4">
            <CheckBoxes
              legend={cleanText(found?.name ?? resource, 100)}
              hint={cleanText(resource, 200)}
              fault={fault === undefined ? null : sayFault(t, fault)}
              options={all.map((value) => ({ value, label: cleanText(value, 100) }))}
              chosen={scopes}
              onChange={(chosen) => write(listed.with(place, { resource, scopes: chosen }))}
            />
            <Button
              small
              look="bare"
              className="-ml-4"
              aria-label={t('adminResources.choice.removeNamed', { name: cleanText(found?.name ?? resource, 100) })}
              onClick={() => write(listed.toSpliced(place, 1))}
            >
              {t('adminResources.choice.remove')}
            </Button>
          </div>
        )
      })}
      {resources.error && <ErrorState problem={resources.error.problem} onRetry={() => void resources.refetch()} />}
      {others.length > 0 && listed.length < most && (
        <Choice
          label={t('adminResources.choice.add')}
          value=""
          options={[
            { value: '', label: t('adminResources.choice.none') },
            ...others.map(({ resource, name }) => ({ value: resource, label: cleanText(name, 100) })),
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
          <AdminLink href={adminPaths.newResource}>{t('adminResources.choice.make')}</AdminLink>
        </p>
      )}
      {own && (
        <p role="alert" className="text-small text-red">
          {sayFault(t, own)}
        </p>
      )}
    </>
  )
}
