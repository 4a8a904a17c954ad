// Claims as an application reads them, a row each: the name that programs know, what it says, and the value as it is. Whatever stands in a
// value was written by somebody, and is text and nothing else (THREATS N4).
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/Address.tsx'
import { exactTime } from '../../../ui/relative-time.ts'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { Table } from '../Table.tsx'

interface ClaimsProps {
  label: string
  /** Stands before them, with the button that copies all beside it. */
  children: ReactNode
  claims: Readonly<Record<string, unknown>>
  /** What each says; one that nobody knows here stands without a word. */
  meanings: Readonly<Record<string, string>>
}

export function Claims({ label, children, claims, meanings }: ClaimsProps) {
  const words = useChapter('adminTries')
  const known = Object.keys(meanings)
  // In the order in which they are explained, whoever made the token; what is not known comes last.
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex items-end justify-between gap-4">
        {children}
        <CopyButton text={JSON.stringify(claims, null, 2)} label={words.copy(label)} />
      </div>
      <Table
        label={label}
        columns={[
          {
            id: 'claim',
            head: words.columns.claim,
            isHead: true,
            cell: ([name]) => (
              <span className="grid md:w-72">
                <code className="font-mono font-semibold">{name}</code>
                {Object.hasOwn(meanings, name) && <span className="text-caption text-soft">{meanings[name]}</span>}
              </span>
            ),
          },
          {
            id: 'value',
            isWide: true,
            head: words.columns.value,
            cell: ([name, value]) => <Value name={name} value={value} />,
          },
        ]}
        items={Object.entries(claims).toSorted(([one], [other]) => place(one) - place(other))}
        keyOf={([name]) => name}
      />
    </div>
  )
}

/** Seconds since 1970, each of them (RFC 7519 §2). */
const times: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  const words = useChapter('adminTries')
  const { locale } = useSpeech()
  if (Array.isArray(value) && value.length === 0) return <span className="text-soft">{words.empty}</span>
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return (
      <ul className="grid">
        {value.map((entry, place) => (
          <li key={place}>
            <Text text={entry} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return (
      <dl className="grid grid-cols-1 gap-2">
        {Object.entries(value).map(([member, inner]) => (
          <div key={member} className="min-w-0">
            <dt className="font-mono text-caption text-soft">{member}</dt>
            <dd>
              <Value name={member} value={inner} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  if (typeof value === 'string') return <Text text={value} />
  if (typeof value === 'number' && times.has(name)) {
    return (
      <>
        <Text text={String(value)} />
        <time dateTime={new Date(value * 1000).toISOString()} className="block text-caption text-soft">
          {exactTime(value * 1000, locale)}
        </time>
      </>
    )
  }
  return <Text text={JSON.stringify(value)} />
}

const Text = ({ text }: { text: string }) => (
  <code dir="auto" className="block font-mono whitespace-pre-wrap [overflow-wrap:anywhere] select-all">
    {text}
  </code>
)
