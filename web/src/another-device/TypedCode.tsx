// The way without a camera: the address to open on the other device, and the code to type there.
import { useChapter } from '../words/use-words.ts'
import type { Code } from './states.ts'

/** @param code null while it is being made; its place is kept */
export function TypedCode({ code }: { code: Code | null }) {
  const words = useChapter('anotherDevice')
  return (
    <>
      <p className="text-small text-soft">{words.typeIt}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-mono text-small [overflow-wrap:anywhere]">{`${location.host}/device`}</span>
        <span className="font-mono text-lead font-semibold tracking-wide whitespace-nowrap">
          {code?.code ?? <span aria-hidden="true">&nbsp;</span>}
        </span>
      </p>
    </>
  )
}
