// How many there are of everything now; each number leads to the list behind it, which has as many lines.
import type { ReactNode } from 'react'
import { adminPaths } from '../../../admin-paths.ts'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../AdminLink.tsx'
import type { Figures } from './figures.ts'
import { useNumber } from './use-number.ts'

export function NowFigures({ figures }: { figures: Figures }) {
  const t = useTranslations()
  const number = useNumber()
  const { people, sessions, applications, groups } = figures
  return (
    <section aria-label={t('adminOverview.now.title')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        href={adminPaths.people({ status: 'active' })}
        label={t('adminOverview.now.people')}
        value={number(people.active)}
      >
        {people.suspended > 0 && (
          <Beside href={adminPaths.people({ status: 'suspended' })}>
            {t('adminOverview.now.suspended', { count: people.suspended })}
          </Beside>
        )}
      </Figure>
      <Figure href={adminPaths.sessions()} label={t('adminOverview.now.sessions')} value={number(sessions.live)}>
        {t('adminOverview.now.sessionsText')}
      </Figure>
      <Figure
        href={adminPaths.applications({ enabled: 'yes' })}
        label={t('adminOverview.now.applications')}
        value={number(applications.enabled)}
      >
        {applications.disabled > 0 ? (
          <Beside href={adminPaths.applications({ enabled: 'no' })}>
            {t('adminOverview.now.disabled', { count: applications.disabled })}
          </Beside>
        ) : (
          applications.enabled > 0 && t('adminOverview.now.allEnabled')
        )}
      </Figure>
      <Figure href={adminPaths.groups()} label={t('adminOverview.now.groups')} value={number(groups)}>
        {t('adminOverview.now.groupsText')}
      </Figure>
    </section>
  )
}

/** The whole card is the link; what stands below the number can have one of its own. */
function Figure({ href, label, value, children }: { href: string; label: string; value: string; children: ReactNode }) {
  return (
    <div className="relative grid content-start rounded-sheet border border-line bg-sheet px-4 py-3.5 transition-colors hover:border-edge hover:bg-sunk sm:px-5">
      <AdminLink href={href} className="grid content-start after:absolute after:inset-0 after:rounded-sheet">
        <span className="text-small text-soft">{label}</span>{' '}
        <span className="font-serif text-title tabular-nums">{value}</span>
      </AdminLink>
      <p className="min-h-[1.45em] text-caption text-soft">{children}</p>
    </div>
  )
}

function Beside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AdminLink
      href={href}
      className="relative z-10 -my-2 inline-block py-2 underline decoration-1 underline-offset-4 hover:text-ink"
    >
      {children}
    </AdminLink>
  )
}
