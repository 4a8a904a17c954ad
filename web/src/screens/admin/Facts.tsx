// What there is to know of one thing, a name and a value each.
import type { ReactNode } from 'react'
import { useChapter } from '../../words/use-words.ts'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">{children}</dl>
}

/** @param children the value; nothing stands as a dash */
export function Fact({ label, children }: { label: string; children?: ReactNode }) {
  const { none } = useChapter('admin')
  return (
    <div className="min-w-0">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children ?? none}</dd>
    </div>
  )
}
