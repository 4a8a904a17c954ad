import { useEffect, useId, useRef, useState } from 'react'

interface SearchFieldProps {
  label: string
  hint: string
  value: string
  onSearch: (text: string) => void
}

const debounceMs = 250

export function SearchField({ label, hint, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Searches that this field sent and that have not come back as `value` yet. */
  const under = useRef<string[]>([])
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  }, [onSearch])
  useEffect(() => () => clearTimeout(timer.current), [])
  // Keeps the text if this field sent the value, because the user may have typed more since.
  useEffect(() => {
    const place = under.current.indexOf(value)
    under.current.splice(0, place === -1 ? under.current.length : place + 1)
    if (place === -1) setText(value)
  }, [value])

  function search(typed: string, delayMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const wanted = typed.trim()
      if (wanted === value && under.current.length === 0) return
      under.current.push(wanted)
      latest.current(wanted)
    }, delayMs)
  }

  return (
    <form
      role="search"
      className="grid min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        search(text, 0)
      }}
    >
      <label htmlFor={id} className="sr-only">
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
          setText(target.value)
          search(target.value, debounceMs)
        }}
        className="min-h-9 w-full rounded-control border border-edge bg-sheet px-3 py-1 text-small text-ellipsis text-ink placeholder:text-soft pointer-coarse:min-h-11 [&::-webkit-search-cancel-button]:hidden"
      />
    </form>
  )
}
