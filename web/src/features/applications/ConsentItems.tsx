import { useId } from 'react'
import type { ReactNode } from 'react'
import type { RequestedResourceServerAccess, ApiConsentItem, ConsentableScope } from '@countersign/api/api-endpoints'
import type { Translate } from '../../i18n/ui-translation-functions.ts'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'
import { isScopeRequired } from './toggle-withheld-consent-scopes.ts'

interface ConsentItemsProps {
  application: string
  items: readonly ApiConsentItem[]
  resources: readonly RequestedResourceServerAccess[]
  withheld: readonly ConsentableScope[]
  /** The groups that the application would receive; undefined if unknown. */
  groups?: readonly string[]
  below?: Partial<Record<ConsentableScope, ReactNode>>
  /** Shown in the item that discloses the wallet, even if the item is withheld; null if there is none. */
  walletChoice: ReactNode
  /** The person has no wallet that the application accepts. */
  hasNoWallet?: boolean
  onToggle: (scope: ConsentableScope) => void
}

export function ConsentItems({
  application,
  items,
  resources,
  withheld,
  groups,
  below,
  walletChoice,
  hasNoWallet = false,
  onToggle,
}: ConsentItemsProps) {
  const t = useTranslations()
  const walletScope = (['wallet', 'proof'] as const).find((name) => items.some(({ scope }) => scope === name))
  if (items.length === 0 && resources.length === 0) {
    return (
      <div className="border-t border-line px-5 py-3">
        <p className="font-semibold">{t('applications.consent.bare')}</p>
        <p className="text-small text-soft">{t('applications.consent.bareText')}</p>
      </div>
    )
  }
  return (
    <>
      {items.some(({ scope }) => !isScopeRequired(items, scope)) && (
        <p className="border-t border-line px-5 py-2 text-small text-soft">{t('applications.consent.optional')}</p>
      )}
      <ul aria-label={t('applications.consent.items')} className="divide-y divide-line border-t border-line">
        {items.map(({ scope, sameElsewhere, reason }) => (
          <ConsentItemRow
            key={scope}
            scope={scope}
            isSameElsewhere={sameElsewhere}
            application={application}
            isNeeded={isScopeRequired(items, scope)}
            reason={reason === undefined ? null : (reason ?? t('applications.consent.requires', { application }))}
            isShared={!withheld.includes(scope)}
            more={scope === 'groups' && groups ? formatGroups(groups, t) : null}
            below={(scope === walletScope && walletChoice) || (withheld.includes(scope) ? undefined : below?.[scope])}
            isBoundToWallet={scope === 'proof' && (hasNoWallet || withheld.includes('wallet'))}
            onToggle={() => onToggle(scope)}
          />
        ))}
      </ul>
      {resources.length > 0 && <RequestedResources {...{ resources, withheld }} />}
    </>
  )
}

function formatGroups(groups: readonly string[], t: Translate): string {
  const names = groups.map((name) => sanitizeDisplayText(name, 80)).join(', ')
  return groups.length === 0 ? t('applications.consent.noGroups') : t('applications.consent.groupsNow', { names })
}

interface ItemProps {
  scope: ConsentableScope
  isSameElsewhere: boolean
  application: string
  isNeeded: boolean
  /** Why the application requires the item; null if it is optional. */
  reason: string | null
  isShared: boolean
  more: string | null
  below: ReactNode
  isBoundToWallet: boolean
  onToggle: () => void
}

/** The whole row is the label, so that it is a large target and screen readers read all of it. */
function ConsentItemRow({
  scope,
  isSameElsewhere,
  application,
  isNeeded,
  reason,
  isShared,
  more,
  below,
  isBoundToWallet,
  onToggle,
}: ItemProps) {
  const t = useTranslations()
  const name = useId()
  const about = useId()
  return (
    <li>
      <label
        className={`grid grid-cols-[1.25rem_1fr] items-start gap-x-3 px-5 py-2 ${isNeeded ? '' : 'cursor-pointer transition-colors hover:bg-sunk'}`}
      >
        {isNeeded ? (
          <Icon name="done" className="mt-[0.2em] text-seal" />
        ) : (
          <input
            type="checkbox"
            checked={isShared}
            aria-labelledby={name}
            aria-describedby={about}
            onChange={onToggle}
            className="mt-[0.2em] size-5 accent-seal"
          />
        )}
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span id={name} className={`font-semibold ${isShared ? '' : 'text-soft line-through decoration-1'}`}>
            {t(`scopes.${scope}.title`)}
          </span>
          {isNeeded && <Badge>{t('applications.consent.needed')}</Badge>}
        </span>
        <span id={about} className="col-start-2 text-small text-soft">
          {isBoundToWallet
            ? t('applications.consent.proofNeedsWallet')
            : isSameElsewhere
              ? t('applications.consent.nameSameElsewhere')
              : t(`scopes.${scope}.text`, { application })}
          {more !== null && <span className="block text-ink [overflow-wrap:anywhere]">{more}</span>}
          {reason !== null && (
            <span className="block text-ink [overflow-wrap:anywhere]">{sanitizeDisplayText(reason, 200)}</span>
          )}
        </span>
      </label>
      {/* Outside the label, which is one click target. */}
      {below !== undefined && <div className="pr-5 pb-3 pl-13">{below}</div>}
    </li>
  )
}

interface RequestedResourcesProps {
  resources: readonly RequestedResourceServerAccess[]
  withheld: readonly ConsentableScope[]
}

function RequestedResources({ resources, withheld }: RequestedResourcesProps) {
  const t = useTranslations()
  return (
    <ul aria-label={t('applications.consent.access')} className="divide-y divide-line border-t border-line">
      {resources.map(({ resource, scopes, name = resource, descriptions = [], claims = [] }) => {
        const described = descriptions.map((one) => one.scope)
        const rest = scopes.filter((scope) => !described.includes(scope))
        const claimLabels = claims
          .filter((claim) => !withheld.includes(claim))
          .map((claim) => t(`applications.consent.told.${claim}`))
        return (
          <li key={resource} className="px-5 py-3 [overflow-wrap:anywhere]">
            <p className="font-semibold">
              {t('applications.consent.accessTo', { resource: sanitizeDisplayText(name, 200) })}
            </p>
            {name !== resource && (
              <p className="font-mono text-caption text-soft">{sanitizeDisplayText(resource, 200)}</p>
            )}
            {descriptions.length > 0 && (
              <ul className="list-disc pl-5 text-small text-soft">
                {descriptions.map(({ scope, description }) => (
                  <li key={scope}>{sanitizeDisplayText(description, 200)}</li>
                ))}
              </ul>
            )}
            {rest.length > 0 && (
              <p className="text-small text-soft">
                {t('applications.consent.accessScopes', { scopes: sanitizeDisplayText(rest.join(', '), 400) })}
              </p>
            )}
            {scopes.length === 0 && <p className="text-small text-soft">{t('applications.consent.accessUnnamed')}</p>}
            {claimLabels.length > 0 && (
              <p className="text-small">{t('applications.consent.resourceTold', { names: claimLabels.join(', ') })}</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
