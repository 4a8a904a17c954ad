// Some of those who would belong to a group by a rule, before anything is saved.
import { Section, Sheet } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { PersonLink } from '../PersonLink.tsx'
import type { Counted } from './live-count.ts'

export function RulePreview({ counted: { preview } }: { counted: Counted }) {
  const words = useChapter('adminGroups').preview
  const sample = preview?.sample ?? []
  return (
    <Section title={words.title}>
      <p className="text-small text-soft">{words.text}</p>
      {sample.length > 0 && (
        <Sheet className="px-4 py-4 sm:px-5">
          <ul aria-label={words.sample} className="grid gap-2 sm:grid-cols-2">
            {sample.map((person) => (
              <li key={person.id} className="min-w-0">
                <PersonLink person={person} />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </Section>
  )
}
