// A rule to be read: its parts as a nested list, in words.
import { cleanText } from '../../../ui/clean-text.ts'
import { Sheet } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { draftOf, fieldsOf } from './rule-draft.ts'
import type { Draft } from './rule-draft.ts'

export function RuleTree({ rule }: { rule: Readonly<Record<string, unknown>> }) {
  const draft = draftOf(rule)
  return (
    <Sheet className="px-4 py-4 sm:px-5">
      {draft ? (
        <Node draft={draft} />
      ) : (
        <pre className="font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
          {JSON.stringify(rule, null, 2)}
        </pre>
      )}
    </Sheet>
  )
}

/** So many wallets of a list are shown; whoever wants all of them changes the group. */
const mostWallets = 12

function Node({ draft }: { draft: Draft }) {
  const words = useChapter('adminGroups').builder
  if ('parts' in draft) {
    return (
      <>
        <p className="font-semibold">{words.kinds[draft.kind]}</p>
        <ul className="mt-2 grid gap-3 border-l-2 border-line pl-4">
          {draft.parts.map((part) => (
            <li key={part.key}>
              <Node draft={part} />
            </li>
          ))}
        </ul>
      </>
    )
  }
  const { kind, fields } = draft
  return (
    <>
      <p className="font-semibold">{words.kinds[kind]}</p>
      <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[auto_1fr]">
        {fieldsOf[kind].map((field) => {
          const text = fields[field]
          if (text === undefined) return null
          const lines = text.split('\n')
          const label =
            field === 'wallets'
              ? words.wallets
              : field === 'atLeast' && kind !== 'erc20'
                ? words.atLeastCount
                : words[field]
          return (
            <div key={field} className="contents">
              <dt className={field === 'wallets' ? 'sr-only' : 'text-soft'}>{label}</dt>
              <dd className="min-w-0 font-mono break-all">
                {lines.slice(0, mostWallets).map((line) => (
                  <span key={line} className="block">
                    {cleanText(line, 300)}
                  </span>
                ))}
                {lines.length > mostWallets && (
                  <span className="block font-sans text-soft">{`+ ${lines.length - mostWallets}`}</span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
