import type { ReactNode } from 'react'

export function Badge({ tone = 'seal', children }: { tone?: 'seal' | 'attention'; children: ReactNode }) {
  const colors = tone === 'seal' ? 'bg-seal-tint text-seal' : 'bg-amber-tint text-amber'
  return (
    <span className={`inline-block rounded-control px-2 py-0.5 text-caption font-semibold ${colors}`}>{children}</span>
  )
}
