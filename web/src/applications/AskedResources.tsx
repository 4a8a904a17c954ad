// The services that an application asks to use in somebody's name: what each is called, what its scopes mean in its operator's words, and what
// it is told of the person, as far as that is ticked above. Its address stands beside a name that anybody could give it.
import type { AskedResource, ConsentPart } from '@countersign/api/calls'
import { cleanText } from '../ui/clean-text.ts'
import { useTranslations } from 'use-intl'

interface AskedResourcesProps {
  resources: readonly AskedResource[]
  withheld: readonly ConsentPart[]
}

export function AskedResources({ resources, withheld }: AskedResourcesProps) {
  const t = useTranslations()
  return (
    <ul aria-label={t('applications.consent.access')} className="divide-y divide-line border-t border-line">
      {resources.map(({ resource, scopes, name = resource, descriptions = [], claims = [] }) => {
        const described = descriptions.map((one) => one.scope)
        const rest = scopes.filter((scope) => !described.includes(scope))
        const told = claims
          .filter((claim) => !withheld.includes(claim))
          .map((claim) => t(`applications.consent.told.${claim}`))
        return (
          <li key={resource} className="px-5 py-3 [overflow-wrap:anywhere]">
            <p className="font-semibold">{t('applications.consent.accessTo', { resource: cleanText(name, 200) })}</p>
            {name !== resource && <p className="font-mono text-caption text-soft">{cleanText(resource, 200)}</p>}
            {descriptions.length > 0 && (
              <ul className="list-disc pl-5 text-small text-soft">
                {descriptions.map(({ scope, description }) => (
                  <li key={scope}>{cleanText(description, 200)}</li>
                ))}
              </ul>
            )}
            {rest.length > 0 && (
              <p className="text-small text-soft">
                {t('applications.consent.accessScopes', { scopes: cleanText(rest.join(', '), 400) })}
              </p>
            )}
            {scopes.length === 0 && <p className="text-small text-soft">{t('applications.consent.accessUnnamed')}</p>}
            {told.length > 0 && (
              <p className="text-small">{t('applications.consent.resourceTold', { names: told.join(', ') })}</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
