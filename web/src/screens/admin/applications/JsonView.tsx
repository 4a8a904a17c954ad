// The whole definition as text, for who knows it from files, and for what has no field of its own.
import { useId, useState } from 'react'
import { useChapter } from '../../../words/use-words.ts'
import { sendable } from './draft.ts'
import type { Definition } from './draft.ts'

export function JsonView({ draft, onReplace }: { draft: Definition; onReplace: (definition: Definition) => void }) {
  const { json } = useChapter('adminApplications')
  /** What is being written; null while it follows the fields. */
  const [text, setText] = useState<string | null>(null)
  const id = useId()
  const shown = text ?? JSON.stringify(sendable(draft), null, 2)
  const isFaulty = text !== null && readObject(text) === null
  function write(next: string) {
    setText(next)
    const definition = readObject(next)
    if (definition !== null) onReplace(definition)
  }
  return (
    <details className="rounded-sheet border border-line bg-sheet px-4 py-3 sm:px-5">
      <summary className="min-h-8 cursor-pointer font-semibold">{json.title}</summary>
      <div className="grid gap-1 pt-2">
        <label htmlFor={id} className="text-small text-soft">
          {json.text}
        </label>
        <textarea
          id={id}
          aria-label={json.label}
          aria-invalid={isFaulty}
          aria-describedby={`${id}fault`}
          rows={16}
          spellCheck={false}
          autoCapitalize="none"
          value={shown}
          onChange={({ target }) => write(target.value)}
          onBlur={() => !isFaulty && setText(null)}
          className="w-full rounded-control border border-edge bg-paper p-3 font-mono text-small text-ink aria-invalid:border-red"
        />
        <p role="alert" id={`${id}fault`} className="text-small text-red">
          {isFaulty ? json.fault : null}
        </p>
      </div>
    </details>
  )
}

function readObject(text: string): Definition | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Definition) : null
  } catch {
    return null
  }
}
