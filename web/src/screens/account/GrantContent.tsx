// What one application learned, item by item with its times; what it did not learn; and what else it may reach.
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Grant } from '@countersign/api/calls'
import { cleanText } from '../../ui/clean-text.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { useChapter } from '../../words/use-words.ts'
import { KnownWallet } from './KnownWallet.tsx'

export function GrantContent({ grant }: { grant: Grant }) {
  const words = useChapter('account').applications
  const scopes = useChapter('scopes')
  const { learned, withheld, resources } = grant
  return (
    <>
      <KnownWallet grant={grant} />
      <Part title={words.learned}>
        {learned.length === 0 && <li className="text-soft">{words.nothingLearned}</li>}
        {learned.map(({ scope, firstAt, lastAt }) => (
          <li
            key={scope}
            className="flex flex-wrap items-baseline justify-between gap-x-5 border-b border-line py-1 last:border-0"
          >
            <span>{scopes[scope].title}</span>
            <span className="flex flex-wrap gap-x-4 text-caption text-soft">
              <span>
                {words.first} <RelativeTime at={firstAt} />
              </span>
              {lastAt !== firstAt && (
                <span>
                  {words.last} <RelativeTime at={lastAt} />
                </span>
              )}
            </span>
          </li>
        ))}
      </Part>
      {withheld.length > 0 && (
        <Part title={words.withheld}>
          {withheld.map((scope) => (
            <li key={scope} className="py-1">
              {scopes[scope].title}
            </li>
          ))}
        </Part>
      )}
      {resources.length > 0 && (
        <Part title={words.access}>
          {resources.map(({ resource, scopes }) => (
            <li key={resource} className="py-1 [overflow-wrap:anywhere]">
              {words.accessTo(cleanText(resource, 200), cleanText(scopes.join(', '), 400))}
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
