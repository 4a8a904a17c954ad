// From where and when a device asked.
import type { ReactNode } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { deviceWords } from '../../ui/device-words.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { useChapter } from '../../words/use-words.ts'

export function DeviceFacts({ request }: { request: CallAnswer<'readDeviceRequest'> }) {
  const words = useChapter('applications').device
  const { userAgent, networkPrefix, sameNetwork, requestedAt, expiresAt } = request
  return (
    <dl className="grid gap-1 border-t border-line px-5 py-4 text-small">
      <Fact label={words.from}>{deviceWords(words, userAgent)}</Fact>
      <Fact label={words.network}>
        <span className="font-mono text-caption [overflow-wrap:anywhere]">{networkPrefix}</span>
        {sameNetwork && <span className="text-soft"> · {words.sameNetwork}</span>}
      </Fact>
      <Fact label={words.when}>
        <RelativeTime at={requestedAt} />
      </Fact>
      <Fact label={words.until}>
        <RelativeTime at={expiresAt} />
      </Fact>
    </dl>
  )
}

/** One of them, with what it is called. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-3">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
