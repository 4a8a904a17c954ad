import type { ReactNode } from 'react'
import { PageHeading } from './PageHeading.tsx'

export function FullPageNotice({
  title,
  text,
  code,
  children,
}: {
  title: string
  text: string
  code?: string | null
  children: ReactNode
}) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <PageHeading title={title} className="text-display" />
        <p className="text-lead text-soft">{text}</p>
        {code && <code className="font-mono text-caption text-soft">{code}</code>}
      </div>
      <div className="grid gap-2">{children}</div>
    </div>
  )
}
