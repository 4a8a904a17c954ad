// What a person has to know of an application that nobody registered: its address is all that is certain, its name is what it says, and where
// they go on to. Nothing here leads away: what a stranger wrote is shown as text.
import type { ReactNode } from 'react'
import type { Application } from '@countersign/api/calls'
import { cleanText } from '../../ui/clean-text.ts'
import { useTranslations } from 'use-intl'

interface UnregisteredProps {
  application: Application
  /** Where the person goes on to, where that is known. */
  destination?: string
}

export function Unregistered({ application, destination }: UnregisteredProps) {
  const t = useTranslations()
  if (application.unregistered === undefined) return null
  const { claimedName } = application.unregistered
  return (
    <div className="grid gap-3 border-t border-line bg-sunk px-5 py-4">
      <div>
        <p className="font-semibold">{t('applications.unregistered.title')}</p>
        <p className="text-small text-soft">{t('applications.unregistered.text')}</p>
      </div>
      <dl className="grid gap-1 text-small">
        <Fact label={t('applications.unregistered.address')}>
          <span className="font-mono text-caption">{cleanText(application.id, 256)}</span>
        </Fact>
        {claimedName !== null && (
          <Fact label={t('applications.unregistered.claims')}>
            {t('applications.unregistered.claimed', { name: cleanText(claimedName, 80) })}
          </Fact>
        )}
        {destination !== undefined && destination !== '' && (
          <Fact label={t('applications.unregistered.goesOn')}>
            <span className="font-semibold">{cleanText(destination, 120)}</span>
          </Fact>
        )}
      </dl>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[7.5rem_1fr] sm:items-baseline">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
