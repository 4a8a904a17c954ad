// A list of things on a sheet, one row each, parted by hairlines.
import type { ReactNode } from 'react'
import { Sheet } from './Section.tsx'

/** @param label what the list is of, for screen readers */
export function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Sheet>
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </Sheet>
  )
}

/** @param action what can be done with this row, at its end */
export function ListRow({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">{children}</div>
      {action}
    </li>
  )
}

/** A word that marks one row among the others. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="inline-block rounded-control bg-seal-tint px-2 py-0.5 text-caption font-semibold text-seal">{children}</span>
}
