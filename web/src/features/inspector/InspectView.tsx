// The message on one side, what was found in it on the other. It is looked at anew with every letter, and the words of
// what was found are said aloud once the typing rests.
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Place } from '@countersign/inspector/findings'
import { inspect } from '@countersign/inspector/inspect'
import { readOrigin } from '@countersign/inspector/judge-origin'
import { judgeTimes } from '@countersign/inspector/judge-times'
import { lazy } from '../../ui/lazy.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { createBrowserClock, ClockContext, useNow } from '../../api/clock.ts'
import { useTranslations } from 'use-intl'
import { Findings } from './Findings.tsx'
import { nothingInspected } from './fragment.ts'
import type { Inspected } from './fragment.ts'
import { MessageInput } from './MessageInput.tsx'
import type { MessageInputHandle, OpenedFile } from './MessageInput.tsx'
import { momentOf } from './moment.ts'
import { isProofText } from './proof-text.ts'
import { sayFindings } from './say-findings.ts'
import { useSaidAtRest } from './use-said-at-rest.ts'
import { Sheet } from '../../ui/Section.tsx'
import { offeredFaults } from './examples.ts'

const ProofFindings = lazy(async () => (await import('./ProofFindings.tsx')).ProofFindings, {
  Placeholder: () => null,
})

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

export function InspectView(props: InspectViewProps) {
  return (
    <ClockContext value={everySecond}>
      <Inspection {...props} />
    </ClockContext>
  )
}

function Inspection({ inspected, isAsked, said, onChange }: InspectViewProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const now = useNow()
  const input = useRef<MessageInputHandle>(null)
  // Typing goes on while a long text is still being drawn.
  const { text, signature, origin, at } = useDeferredValue(inspected)
  const [before, setBefore] = useState<string | null>(null)
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  const proofText = useDeferredValue(opened?.text ?? (isProofText(text) ? text : null))
  const moment = momentOf(at) ?? now
  const found = useMemo(
    () =>
      inspect(proofText === null ? text : '', {
        at: 0,
        signature: signature.trim() === '' ? undefined : signature,
        origin: readOrigin(origin) === null ? undefined : origin,
      }),
    [text, proofText, signature, origin],
  )
  // Time alone changes with every second.
  const findings = { ...found, time: found.message && judgeTimes(found.message, moment) }
  const isEmpty = text === '' && !isAsked && proofText === null
  // What is found in a proof is said by what verifies it.
  const sentence = isEmpty || proofText !== null ? '' : sayFindings(findings, t)
  const spoken = said === null ? sentence : `${said} ${sentence}`
  useSaidAtRest(spoken)

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
        opened={opened}
        isProof={proofText !== null}
        onOpen={(file) => {
          setBefore(null)
          // A message is shown letter by letter; an export of thousands of lines would keep the text area busy.
          setOpened(file !== null && isProofText(file.text) ? file : null)
          onChange({ ...inspected, text: file === null || isProofText(file.text) ? '' : file.text })
        }}
        onChange={(next) => {
          setBefore(null)
          if (next.text !== inspected.text || next === nothingInspected) setOpened(null)
          onChange(next)
        }}
        before={before}
        onUndo={(text) => {
          setBefore(null)
          onChange({ ...inspected, text })
          announce(t('inspector.undone'))
        }}
      />
      <section aria-label={t('inspector.findings')} className="grid min-w-0 grid-cols-1 gap-6">
        {proofText !== null ? (
          <ProofFindings text={proofText} keys={signature} />
        ) : isEmpty ? (
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

function EmptyFindings() {
  const t = useTranslations()
  return (
    <Sheet className="grid gap-6 px-5 py-6">
      <div className="grid gap-2">
        <h2 className="text-lead">{t('inspector.empty.title')}</h2>
        <p className="text-soft">{t('inspector.empty.text')}</p>
        <p className="text-soft">{t('inspector.empty.proofs')}</p>
      </div>
      <div className="grid gap-3">
        <h3 className="font-sans text-small font-semibold">{t('inspector.empty.examples')}</h3>
        <ul className="flex flex-wrap gap-2">
          <Example name="sound" label={t('inspector.empty.sound')} />
          <Example name="signed" label={t('inspector.empty.signed')} />
          <Example name="signed-solana" label={t('inspector.empty.signedSolana')} />
          <Example name="signed-bitcoin" label={t('inspector.empty.signedBitcoin')} />
          {offeredFaults.map((code) => (
            <Example key={code} name={code} label={t(`inspector.empty.names.${code}`)} />
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

/** A link, so that an example can be sent to somebody as it is. */
function Example({ name, label }: { name: string; label: string }) {
  return (
    <li>
      <a
        href={`#example=${name}`}
        className="inline-flex min-h-9 items-center rounded-full border border-edge bg-paper px-4 text-small hover:bg-sunk pointer-coarse:min-h-11"
      >
        {label}
      </a>
    </li>
  )
}
