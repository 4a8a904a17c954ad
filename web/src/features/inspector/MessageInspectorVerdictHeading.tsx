import { Icon } from '../../ui/Icon.tsx'

/** `open` means undecided, because something is missing. */
export type MessageInspectorVerdictTone = 'good' | 'wrong' | 'open'

const looks: Readonly<Record<MessageInspectorVerdictTone, string>> = {
  good: 'border-seal bg-seal-tint text-seal',
  wrong: 'border-red bg-red-tint text-red',
  open: 'border-amber bg-amber-tint text-amber',
}

export function MessageInspectorVerdictHeading({ tone, text }: { tone: MessageInspectorVerdictTone; text: string }) {
  return (
    <h2
      className={`flex min-w-0 items-start gap-2 rounded-sheet border px-4 py-3 font-sans font-semibold ${looks[tone]}`}
    >
      <Icon name={tone === 'good' ? 'done' : 'attention'} className="mt-[0.2em]" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </h2>
  )
}
