import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rehearsalLimits } from '@countersign/api/server-limits'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { findChainName } from '../../sign-in/proof-flow/find-chain-name.ts'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import type { Rehearsal } from './use-rehearsal.ts'

type RehearsedPerson = Rehearsal['listed']['refused'][number]

const shownAtFirst = 5

interface RehearsedPeopleListProps {
  label: string
  people: readonly RehearsedPerson[]
  /** Can exceed the number of listed people. */
  count: number
}

export function RehearsedPeopleList({ label, people, count }: RehearsedPeopleListProps) {
  const t = useTranslations()
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isWhole) list.current?.children[shownAtFirst]?.querySelector('a')?.focus()
  }, [isWhole])
  const missing = useMissingPermissionReason('people.read')
  if (people.length === 0) return missing === undefined ? null : <p className="text-soft">{missing}</p>
  const shown = isWhole ? people : people.slice(0, shownAtFirst)
  return (
    <div className="grid gap-2">
      <ul ref={list} aria-label={label} className="grid divide-y divide-line">
        {shown.map(({ person, reason }) => (
          <li
            key={person.id}
            className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 first:pt-0 last:pb-0"
          >
            <PersonLink person={person} />
            {reason !== null && (
              <span className="min-w-0 text-small text-soft [overflow-wrap:anywhere]">{formatReason(t, reason)}</span>
            )}
          </li>
        ))}
      </ul>
      {!isWhole && people.length > shown.length && (
        <Button small look="bare" className="-ml-4 justify-self-start" onClick={() => setIsWhole(true)}>
          {t('adminRehearsal.showAll', { count: people.length })}
        </Button>
      )}
      {isWhole && count > people.length && (
        <p className="text-caption text-soft">
          {t('adminRehearsal.truncated', { most: rehearsalLimits.listedPeople })}
        </p>
      )}
    </div>
  )
}

function formatReason(t: Translate, { code, value }: NonNullable<RehearsedPerson['reason']>): string {
  const text = value === null ? '' : sanitizeDisplayText(value, 64)
  if (code === 'sign_in_method')
    return value === null
      ? t('adminRehearsal.reasons.no_sign_in_method')
      : t(`adminRehearsal.reasons.method.${value as SignInMethod}`)
  if (code === 'contract_chain')
    return t('adminRehearsal.reasons.contract_chain', { chain: sanitizeDisplayText(findChainName(text) ?? text, 64) })
  return t(`adminRehearsal.reasons.${code}`, { hasValue: text === '' ? 'no' : 'yes', value: text })
}
