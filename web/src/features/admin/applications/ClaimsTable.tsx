// Table of claims with name, explanation and raw value. Values are untrusted text (THREATS N4).
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { ReactNode } from 'react'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { CopyIconButton } from '../../../ui/WalletAddress.tsx'
import { formatExactTime } from '../../../ui/format-time.ts'
import { useMessages, useTranslations } from 'use-intl'
import { Table } from '../Table.tsx'

interface ClaimsTableProps {
  label: string
  children: ReactNode
  claims: Readonly<Record<string, unknown>>
  descriptions: 'claims' | 'headers'
}

export function ClaimsTable({ label, children, claims, descriptions }: ClaimsTableProps) {
  const t = useTranslations()
  const known = Object.keys(useMessages().adminTries[descriptions])
  // Sorted in the order of the explanations; unknown claims come last.
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex items-end justify-between gap-4">
        {children}
        <CopyIconButton text={JSON.stringify(claims, null, 2)} label={t('adminTries.copy', { what: label })} />
      </div>
      <Table
        label={label}
        columns={[
          {
            id: 'claim',
            head: t('adminTries.columns.claim'),
            isRowHeader: true,
            cell: ([name]) => (
              <span className="grid md:w-72">
                <code className="font-mono font-semibold">{name}</code>
                {known.includes(name) && (
                  <span className="text-caption text-soft">
                    {translateKnownServerCode(t, `adminTries.${descriptions}`, name)}
                  </span>
                )}
              </span>
            ),
          },
          {
            id: 'value',
            isWide: true,
            head: t('adminTries.columns.value'),
            cell: ([name, value]) => <ClaimValue name={name} value={value} />,
          },
        ]}
        items={Object.entries(claims).toSorted(([one], [other]) => place(one) - place(other))}
        getKey={([name]) => name}
      />
    </div>
  )
}

/** Seconds since 1970 (RFC 7519 §2). */
const timestampClaims: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

function ClaimValue({ name, value }: { name: string; value: unknown }): ReactNode {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  if (Array.isArray(value) && value.length === 0) return <span className="text-soft">{t('adminTries.empty')}</span>
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return (
      <ul className="grid">
        {value.map((entry, place) => (
          <li key={place}>
            <ClaimText text={entry} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return (
      <dl className="grid grid-cols-1 gap-2">
        {Object.entries(value).map(([member, inner]) => (
          <div key={member} className="min-w-0">
            <dt className="font-mono text-caption text-soft">{member}</dt>
            <dd>
              <ClaimValue name={member} value={inner} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  if (typeof value === 'string') return <ClaimText text={value} />
  if (typeof value === 'number' && timestampClaims.has(name)) {
    return (
      <>
        <ClaimText text={String(value)} />
        <time dateTime={new Date(value * 1000).toISOString()} className="block text-caption text-soft">
          {formatExactTime(value * 1000, locale)}
        </time>
      </>
    )
  }
  return <ClaimText text={JSON.stringify(value)} />
}

const ClaimText = ({ text }: { text: string }) => (
  <code dir="auto" className="block font-mono whitespace-pre-wrap [overflow-wrap:anywhere] select-all">
    {text}
  </code>
)
