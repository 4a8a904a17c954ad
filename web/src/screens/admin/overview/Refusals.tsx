// Why sign-ins were refused, the most frequent reason first. It is a table with a bar in each row: to be seen and to be read.
import { adminPaths } from '../../../admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { sayRefusal } from '../activity/say-reason.ts'
import { AdminLink } from '../AdminLink.tsx'
import { ChartSection } from './ChartSection.tsx'
import type { Figures } from './figures.ts'
import { momentsOf } from './range.ts'
import type { Range } from './range.ts'
import { useNumber } from './use-number.ts'

export function Refusals({ figures: { refusals }, range }: { figures: Figures; range: Range }) {
  const words = useChapter('adminOverview').refusals
  const reasons = useChapter('adminReasons')
  const number = useNumber()
  const most = Math.max(1, ...refusals.map(({ count }) => count))
  return (
    <ChartSection title={words.title}>
      {refusals.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <Sheet className="px-4 py-3 sm:px-5">
          <table aria-label={words.title} className="w-full border-collapse text-small">
            <thead className="sr-only">
              <tr>
                <th scope="col">{words.reason}</th>
                <th scope="col">{words.count}</th>
              </tr>
            </thead>
            <tbody>
              {refusals.map(({ reason, count }) => (
                <tr key={reason}>
                  <th scope="row" className="w-full py-2 pr-4 text-left font-normal [overflow-wrap:anywhere]">
                    <AdminLink href={adminPaths.activity({ type: 'sign-in.refused', reason, ...momentsOf(range) })}>
                      {sayRefusal(reasons, reason)}
                    </AdminLink>
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
        </Sheet>
      )}
    </ChartSection>
  )
}
