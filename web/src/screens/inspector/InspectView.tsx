// The message on one side, what was found in it on the other. It is looked at anew with every letter, and the words of
// what was found are said aloud once the typing rests.
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Place } from '@countersign/inspector/findings'
import { inspect } from '@countersign/inspector/inspect'
import { readOrigin } from '@countersign/inspector/judge-origin'
import { judgeTimes } from '@countersign/inspector/judge-times'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { createBrowserClock, ClockContext, useNow } from '../../ui/clock.ts'
import { useChapter } from '../../words/use-words.ts'
import { EmptyFindings } from './EmptyFindings.tsx'
import { Findings } from './Findings.tsx'
import type { Inspected } from './fragment.ts'
import { MessageInput } from './MessageInput.tsx'
import type { MessageInputHandle } from './MessageInput.tsx'
import { momentOf } from './moment.ts'
import { sayFindings } from './say-findings.ts'

interface InspectViewProps {
  inspected: Inspected
  /** Whether a link asked for this: then an empty message is looked at as well. */
  isAsked: boolean
  /** What has just happened, to be said before the findings. */
  said: string | null
  onChange: (inspected: Inspected) => void
}

/** Moves on each second, because a message expires in a second. */
const everySecond = createBrowserClock(1000)
const restMilliseconds = 900

export function InspectView(props: InspectViewProps) {
  return (
    <ClockContext value={everySecond}>
      <Inspection {...props} />
    </ClockContext>
  )
}

function Inspection({ inspected, isAsked, said, onChange }: InspectViewProps) {
  const words = useChapter('inspector')
  const faultWords = useChapter('messageFaults')
  const announce = useAnnounce()
  const now = useNow()
  const input = useRef<MessageInputHandle>(null)
  // Typing goes on while a long text is still being drawn.
  const { text, signature, origin, at } = useDeferredValue(inspected)
  const [before, setBefore] = useState<string | null>(null)
  const moment = momentOf(at) ?? now
  const found = useMemo(
    () =>
      inspect(text, {
        at: 0,
        signature: signature.trim() === '' ? undefined : signature,
        origin: readOrigin(origin) === null ? undefined : origin,
      }),
    [text, signature, origin],
  )
  // Time alone changes with every second.
  const findings = { ...found, time: found.message && judgeTimes(found.message, moment) }
  const isEmpty = text === '' && !isAsked
  const sentence = isEmpty ? '' : sayFindings(findings, words, faultWords)
  const spoken = said === null ? sentence : `${said} ${sentence}`
  const lastSpoken = useRef('')
  useEffect(() => {
    if (spoken === lastSpoken.current) return
    const timer = setTimeout(() => {
      lastSpoken.current = spoken
      if (spoken !== '') announce(spoken)
    }, restMilliseconds)
    return () => clearTimeout(timer)
  }, [spoken, announce])

  function mend(mended: string) {
    setBefore(inspected.text)
    onChange({ ...inspected, text: mended })
    input.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <MessageInput
        ref={input}
        inspected={inspected}
        onChange={(next) => {
          setBefore(null)
          onChange(next)
        }}
        before={before}
        onUndo={(text) => {
          setBefore(null)
          onChange({ ...inspected, text })
          announce(words.undone)
        }}
      />
      <section aria-label={words.findings} className="grid min-w-0 grid-cols-1 gap-6">
        {isEmpty ? (
          <EmptyFindings />
        ) : (
          <Findings
            findings={findings}
            text={text}
            at={at === '' ? null : moment}
            onShow={(place: Place) => input.current?.select(place)}
            onMend={mend}
          />
        )}
      </section>
    </div>
  )
}
