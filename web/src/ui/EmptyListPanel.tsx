import type { ReactNode } from 'react'
import { Card } from './PageSection.tsx'

export function EmptyListPanel({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Card className="grid justify-items-center gap-2 px-5 py-10 text-center">
      <p className="font-serif text-lead">{title}</p>
      {children !== undefined && <div className="max-w-[60ch] text-soft">{children}</div>}
    </Card>
  )
}
