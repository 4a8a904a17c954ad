// Which keys of the administration do what (keyboard shortcuts).
import { useChapter } from '../../words/use-words.ts'
import { areas } from './areas.ts'

export function KeyTable({ searchKey }: { searchKey: string }) {
  const all = useChapter('admin')
  const words = all.keys
  const rows: { keys: readonly string[]; what: string }[] = [
    { keys: [searchKey], what: words.search },
    { keys: ['/'], what: words.search },
    ...areas.map(({ name, key }) => ({ keys: ['g', key], what: words.go(all.areas[name]) })),
    { keys: ['↑', '↓'], what: words.rows },
    { keys: ['←', '→'], what: words.inside },
    { keys: ['↵'], what: words.open },
    { keys: [words.space], what: words.select },
    { keys: ['Esc'], what: words.close },
    { keys: ['?'], what: words.help },
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
      {rows.map(({ keys, what }) => (
        <div key={what} className="col-span-2 grid grid-cols-subgrid items-center">
          <dt className="flex gap-1">
            {keys.map((key, place) => (
              <kbd
                key={place}
                className="grid min-w-7 place-items-center rounded-control border border-edge bg-sunk px-1.5 font-mono text-small"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
