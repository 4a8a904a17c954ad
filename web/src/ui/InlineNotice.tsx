import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type NoticeTone = 'neutral' | 'verified' | 'attention' | 'failure'

const tones: Readonly<Record<NoticeTone, { box: string; title: string }>> = {
  neutral: { box: 'border-line bg-sunk', title: 'text-ink' },
  verified: { box: 'border-seal bg-seal-tint', title: 'text-seal' },
  attention: { box: 'border-amber bg-amber-tint', title: 'text-amber' },
  failure: { box: 'border-red bg-red-tint', title: 'text-red' },
}

export function InlineNotice({
  tone = 'neutral',
  title,
  children,
}: {
  tone?: NoticeTone
  title: string
  children?: ReactNode
}) {
  const look = tones[tone]
  return (
    <div
      role={tone === 'failure' ? 'alert' : undefined}
      className={`grid grid-cols-1 gap-2 rounded-sheet border px-4 py-3 ${look.box}`}
    >
      <p className={`flex items-start gap-2 font-semibold ${look.title}`}>
        {tone !== 'neutral' && <Icon name={tone === 'verified' ? 'done' : 'attention'} className="mt-[0.2em]" />}
        <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
      </p>
      {children !== undefined && <div className="grid gap-3 text-small text-ink">{children}</div>}
    </div>
  )
}
