// A table with a bar in each row: to be seen and to be read. Each row leads to the list behind it.
import { Sheet } from '../../../ui/Section.tsx'
import { AdminLink } from '../AdminLink.tsx'
import { useNumber } from './use-number.ts'

interface BarRowsProps {
  label: string
  heads: { name: string; count: string }
  rows: readonly { id: string; name: string; count: number; href: string | null }[]
  /** Said below it. */
  note?: string | undefined
}

export function BarRows({ label, heads, rows, note }: BarRowsProps) {
  const number = useNumber()
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <Sheet className="px-4 py-3 sm:px-5">
      <table aria-label={label} className="w-full border-collapse text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">{heads.name}</th>
            <th scope="col">{heads.count}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, count, href }) => (
            <tr key={id}>
              <th scope="row" className="w-full py-2 pr-4 text-left font-normal [overflow-wrap:anywhere]">
                {href === null ? name : <AdminLink href={href}>{name}</AdminLink>}
                <svg aria-hidden="true" width="100%" height="6" className="mt-1.5">
                  <rect width="100%" height="6" rx="3" className="fill-sunk" />
                  <rect width={`${Math.max(1, (100 * count) / most)}%`} height="6" rx="3" className="fill-red" />
                </svg>
              </th>
              <td className="py-2 text-right align-top font-semibold tabular-nums">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note !== undefined && <p className="text-caption text-soft">{note}</p>}
    </Sheet>
  )
}
