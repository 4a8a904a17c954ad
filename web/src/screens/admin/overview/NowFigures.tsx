// How many there are of everything now; each number leads to the list behind it.
import type { ReactNode } from 'react'
import { adminPaths } from '../../../admin-paths.ts'
import { useChapter } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import type { Figures } from './OverviewScreen.tsx'
import { useNumber } from './use-number.ts'

export function NowFigures({ figures }: { figures: Figures }) {
  const words = useChapter('adminOverview').now
  const number = useNumber()
  const { people, sessions, applications, groups } = figures
  return (
    <section aria-label={words.title} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure href={adminPaths.people()} label={words.people} value={number(people.active)}>
        {people.suspended > 0 && words.suspended(number(people.suspended))}
      </Figure>
      <Figure href={adminPaths.people({ sort: 'seen', order: 'desc' })} label={words.sessions} value={number(sessions.live)}>
        {words.sessionsText}
      </Figure>
      <Figure href={adminPaths.applications()} label={words.applications} value={number(applications.enabled)}>
        {applications.disabled > 0 ? words.disabled(number(applications.disabled)) : applications.enabled > 0 && words.allEnabled}
      </Figure>
      <Figure href={adminPaths.groups()} label={words.groups} value={number(groups)}>
        {words.groupsText}
      </Figure>
    </section>
  )
}

function Figure({ href, label, value, children }: { href: string; label: string; value: string; children: ReactNode }) {
  return (
    <AdminLink href={href} className="grid content-start rounded-sheet border border-line bg-sheet px-4 py-3.5 transition-colors hover:border-edge hover:bg-sunk sm:px-5">
      <span className="text-small text-soft">{label}</span>
      <span className="font-serif text-title tabular-nums">{value}</span>
      <span className="min-h-[1.45em] text-caption text-soft">{children}</span>
    </AdminLink>
  )
}
