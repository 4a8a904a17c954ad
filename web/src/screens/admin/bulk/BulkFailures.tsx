// To whom something was or will not be done, by why: all reasons with their number, and the people behind a fold.
import { errorWords } from '../../../ui/problem-words.ts'
import { useTranslations } from 'use-intl'
import { PersonLink } from '../PersonLink.tsx'
import type { Failure } from './run-bulk.ts'

/** More than so many nobody reads here. */
const mostShown = 50

export function BulkFailures({ failures, heading }: { failures: readonly Failure[]; heading: string }) {
  const t = useTranslations()
  if (failures.length === 0) return null
  const reasons = [...Map.groupBy(failures, ({ code }) => code)]
  return (
    <div className="grid gap-2">
      <p>{heading}</p>
      {reasons.map(([code, those]) => (
        <details key={code} className="rounded-control border border-line px-3 py-1.5 text-small">
          <summary className="min-h-8 cursor-pointer leading-8">
            {t('adminBulk.because', { count: those.length, reason: errorWords(t, code)?.title ?? code })}
          </summary>
          <ul className="grid max-h-60 gap-1 overflow-y-auto py-2">
            {those.slice(0, mostShown).map(({ person }) => (
              <li key={person.id}>
                <PersonLink person={person} size={20} />
              </li>
            ))}
            {those.length > mostShown && <li>{t('adminBulk.andMore', { count: those.length - mostShown })}</li>}
          </ul>
        </details>
      ))}
    </div>
  )
}
