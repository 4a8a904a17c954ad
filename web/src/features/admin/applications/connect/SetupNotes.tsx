// What to know about a program, after what to paste into it.
import { useTranslations } from 'use-intl'
import { InlineMarkdown } from './InlineMarkdown.tsx'
import type { translateSetup } from './preset-translations.ts'

const notesAtOnce = 3

export function SetupNotes({ setup }: { setup: ReturnType<typeof translateSetup> }) {
  const t = useTranslations()
  const { notes, program, isTranslated } = setup
  if (notes.length === 0 || program === null) return null
  const list = (some: readonly string[]) => (
    <ul
      lang={isTranslated ? undefined : 'en'}
      className="grid max-w-[75ch] list-disc gap-1.5 pl-5 [overflow-wrap:anywhere]"
    >
      {some.map((note) => (
        <li key={note}>
          <InlineMarkdown text={note} />
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-labelledby="setup-notes" className="grid min-w-0 grid-cols-1 content-start gap-2 text-small">
      <h2 id="setup-notes" className="text-body font-semibold">
        {t('connectApplication.notes', { program: program.name })}
      </h2>
      {list(notes.slice(0, notesAtOnce))}
      {notes.length > notesAtOnce && (
        <details>
          <summary className="min-h-8 cursor-pointer py-1 text-seal underline underline-offset-4">
            {t('connectApplication.moreNotes', { count: notes.length - notesAtOnce })}
          </summary>
          <div className="pt-1">{list(notes.slice(notesAtOnce))}</div>
        </details>
      )}
      <p className="max-w-[75ch] text-soft">
        {t.rich('connectApplication.guide', {
          program: program.name,
          file: `${program.id}.md`,
          code: (text) => <code className="font-mono text-caption [overflow-wrap:anywhere]">{text}</code>,
        })}
      </p>
    </section>
  )
}
