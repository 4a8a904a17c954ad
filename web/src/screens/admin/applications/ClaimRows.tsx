// Pairs that somebody makes up: a name and a value each, in the order in which they were written.
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { recordOfRows } from './claim-draft.ts'
import type { Row } from './claim-draft.ts'

interface ClaimRowsProps<Value> {
  label: string
  words: { name: string; value: string; add: string }
  record: Readonly<Record<string, Value>>
  most: number
  read: (text: string) => Value
  write: (value: Value) => string
  faultOf: (name: string) => string | null
  onChange: (record: Record<string, Value>) => void
}

export function ClaimRows<Value>({
  label,
  words,
  record,
  most,
  read,
  write,
  faultOf,
  onChange,
}: ClaimRowsProps<Value>) {
  const { mapping: claims } = useChapter('adminApplications')
  const [typed, setTyped] = useState<readonly Row[]>([])
  // What is typed and has no name yet stands here alone; what came from elsewhere, such as the JSON view, takes its place.
  const isTyped = JSON.stringify(recordOfRows(typed, read)) === JSON.stringify(record)
  const rows = isTyped ? typed : Object.entries(record).map(([name, value]): Row => [name, write(value)])
  const change = (changed: readonly Row[]) => {
    setTyped(changed)
    onChange(recordOfRows(changed, read))
  }
  const put = (place: number, row: Row) => change(rows.map((other, at) => (at === place ? row : other)))
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 256 } as const
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-3">
      {rows.map(([name, value], place) => (
        <div
          key={place}
          className="grid grid-cols-1 items-start gap-2 rounded-control border border-line p-3 sm:grid-cols-[1fr_1fr_auto]"
        >
          <TextField
            label={words.name}
            fault={faultOf(name)}
            {...plain}
            value={name}
            onChange={({ target }) => put(place, [target.value.trim(), value])}
          />
          <TextField
            label={words.value}
            {...plain}
            value={value}
            onChange={({ target }) => put(place, [name, target.value])}
          />
          <Button
            small
            className="justify-self-start sm:mt-7"
            aria-label={claims.removeNamed(name)}
            onClick={() => change(rows.filter((_, at) => at !== place))}
          >
            {claims.remove}
          </Button>
        </div>
      ))}
      {rows.length < most && (
        <Button small look="bare" className="-ml-4 justify-self-start" onClick={() => setTyped([...rows, ['', '']])}>
          {words.add}
        </Button>
      )}
    </div>
  )
}
