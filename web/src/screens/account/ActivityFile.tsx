// The activity as a file. The browser fetches it by itself, straight to the disk: however long it is, nothing of it has to
// fit into this page.
import { routes } from '@countersign/api/routes'
import { ButtonLink } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { useChapter } from '../../words/use-words.ts'
import { queryOf } from './activity-filter.ts'
import type { ActivityFilter } from './activity-filter.ts'

export function ActivityFile({ filter }: { filter: ActivityFilter }) {
  const words = useChapter('activity').file
  const addressOf = (format: 'jsonl' | 'csv') => `${routes.exportActivity.path}?${new URLSearchParams({ ...queryOf(filter), format })}`
  return (
    <div className="border-t border-line pt-5">
      <Section title={words.title}>
        <p className="max-w-[60ch] text-small text-soft">{words.text}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={addressOf('csv')} download>
            {words.table}
          </ButtonLink>
          <ButtonLink href={addressOf('jsonl')} download>
            {words.lines}
          </ButtonLink>
        </div>
      </Section>
    </div>
  )
}
