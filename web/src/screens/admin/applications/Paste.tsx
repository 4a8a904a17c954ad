// What to paste into the other side, value by value.
import { Section, Sheet } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { CopyField } from '../CopyField.tsx'

interface PasteProps {
  /** Undefined as long as the definition is not right. */
  settings: readonly { name: string; value: string; about: string }[] | undefined
}

export function Paste({ settings = [] }: PasteProps) {
  const { paste } = useChapter('adminApplications')
  return (
    <Section title={paste.title}>
      {settings.length === 0 ? (
        <p className="text-soft">{paste.waiting}</p>
      ) : (
        <>
          <p className="text-soft">{paste.text}</p>
          <Sheet className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5 lg:grid-cols-2">
            {settings.map(({ name, value, about }, place) => (
              <CopyField
                key={`${place} ${name}`}
                label={name}
                value={value}
                // What is said of a known program stands in its own words.
                about={(about !== '' && paste.abouts[name]) || about || undefined}
              />
            ))}
          </Sheet>
        </>
      )}
    </Section>
  )
}
