// One field for what a list is searched for. It asks while somebody is still typing, a moment after the last letter.
import { useEffect, useId, useRef, useState } from 'react'

interface SearchFieldProps {
  label: string
  /** What can be searched for: "A name, an address, an id". */
  hint: string
  value: string
  onSearch: (text: string) => void
}

const pauseMs = 250

export function SearchField({ label, hint, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState({ text: value, of: value })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  }, [onSearch])
  useEffect(() => () => clearTimeout(timer.current), [])
  // What was searched for can change by itself, by going back: then that counts, and not what stands there from before.
  const text = draft.of === value ? draft.text : value

  function search(next: string, delayMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(next.trim()), delayMs)
  }

  return (
    <form
      role="search"
      className="grid min-w-0 gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        search(text, 0)
      }}
    >
      <label htmlFor={id} className="text-caption text-soft">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        placeholder={hint}
        onChange={({ target }) => {
          setDraft({ text: target.value, of: value })
          search(target.value, pauseMs)
        }}
        className="min-h-11 w-full rounded-control border border-edge bg-sheet px-3 py-2 text-small text-ink placeholder:text-soft"
      />
    </form>
  )
}
