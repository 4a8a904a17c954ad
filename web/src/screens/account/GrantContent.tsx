// What one application learned, item by item with its times; what it did not learn; and what else it may reach.
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Grant } from '@countersign/api/calls'
import { cleanText } from '../../ui/clean-text.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { KnownWallet } from './KnownWallet.tsx'

export function GrantContent({ grant }: { grant: Grant }) {
  const t = useTranslations()
  const { learned, withheld, resources } = grant
  return (
    <>
      <KnownWallet grant={grant} />
      <Part title={t('applicationsScreen.learned')}>
        {learned.length === 0 && <li className="text-soft">{t('applicationsScreen.nothingLearned')}</li>}
        {learned.map(({ scope, firstAt, lastAt }) => (
          <li
            key={scope}
            className="flex flex-wrap items-baseline justify-between gap-x-5 border-b border-line py-1 last:border-0"
          >
            <span>{t(`scopes.${scope}.title`)}</span>
            <span className="flex flex-wrap gap-x-4 text-caption text-soft">
              <span>
                {t('applicationsScreen.first')} <RelativeTime at={firstAt} />
              </span>
              {lastAt !== firstAt && (
                <span>
                  {t('applicationsScreen.last')} <RelativeTime at={lastAt} />
                </span>
              )}
            </span>
          </li>
        ))}
      </Part>
      {withheld.length > 0 && (
        <Part title={t('applicationsScreen.withheld')}>
          {withheld.map((scope) => (
            <li key={scope} className="py-1">
              {t(`scopes.${scope}.title`)}
            </li>
          ))}
        </Part>
      )}
      {resources.length > 0 && (
        <Part title={t('applicationsScreen.access')}>
          {resources.map(({ resource, scopes }) => (
            <li key={resource} className="py-1 [overflow-wrap:anywhere]">
              {[cleanText(resource, 200), cleanText(scopes.join(', '), 400)].filter((text) => text !== '').join(': ')}
            </li>
          ))}
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-1">
      <h3 id={heading} className="font-sans text-caption text-soft">
        {title}
      </h3>
      <ul className="text-small">{children}</ul>
    </section>
  )
}
