import type { ReactNode } from 'react'
import { Card } from './PageSection.tsx'

export function CardList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card>
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </Card>
  )
}

interface ListRowProps {
  head: ReactNode
  action?: ReactNode
  children?: ReactNode
}

export function CardListRow({ head, action, children }: ListRowProps) {
  return (
    <li className="grid grid-cols-1 gap-1.5 px-4 py-4 sm:px-5">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">{head}</div>
        {action && <div className="max-w-full shrink-0">{action}</div>}
      </div>
      {children}
    </li>
  )
}
