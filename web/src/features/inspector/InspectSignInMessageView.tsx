import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { MessageTextRange } from '@countersign/inspector/message-inspection-findings'
import { inspectMessage } from '@countersign/inspector/inspect-message'
import { parseOriginUrl } from '@countersign/inspector/check-message-origin'
import { checkMessageValidityPeriod } from '@countersign/inspector/check-message-validity-period'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { createServerSyncedClock, PageClockContext, useNow } from '../../api/server-synced-clock.ts'
import { useTranslations } from 'use-intl'
import { SignInMessageInspectionResults } from './SignInMessageInspectionResults.tsx'
import { emptyMessageInspectorInputValues } from './message-inspector-url-fragment.ts'
import type { MessageInspectorInputValues } from './message-inspector-url-fragment.ts'
import { InspectedMessageInput } from './InspectedMessageInput.tsx'
import type { InspectedMessageInputHandle, MessageInspectorFile } from './InspectedMessageInput.tsx'
import { parseTimestamp } from './parse-timestamp.ts'
import { isAuditProofText } from './is-audit-proof-text.ts'
import { formatMessageFindings } from './format-message-findings.ts'
import { useDebouncedAnnouncement } from './use-debounced-announcement.ts'
import { Card } from '../../ui/PageSection.tsx'
import { offeredMessageExampleErrorCodes } from './offered-message-inspector-examples.ts'

const LazyLogProofFindings = createLazyComponent(
  async () => (await import('./AuditLogProofResults.tsx')).AuditLogProofResults,
  {
    Placeholder: () => null,
  },
)

interface InspectMessageViewProps {
  inspected: MessageInspectorInputValues
  /** Whether a link requested the inspection. If so, even an empty message is inspected. */
  isAsked: boolean
  said: string | null
  onChange: (inspected: MessageInspectorInputValues) => void
}

/** Ticks every second, since messages expire within seconds. */
const secondClock = createServerSyncedClock(1000)

export function InspectSignInMessageView(props: InspectMessageViewProps) {
  return (
    <PageClockContext value={secondClock}>
      <MessageInspection {...props} />
    </PageClockContext>
  )
}

function MessageInspection({ inspected, isAsked, said, onChange }: InspectMessageViewProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const now = useNow()
  const input = useRef<InspectedMessageInputHandle>(null)
  const { text, signature, origin, at } = useDeferredValue(inspected)
  const [before, setBefore] = useState<string | null>(null)
  const [opened, setOpened] = useState<MessageInspectorFile | null>(null)
  const proofText = useDeferredValue(opened?.text ?? (isAuditProofText(text) ? text : null))
  const moment = parseTimestamp(at) ?? now
  const found = useMemo(
    () =>
      inspectMessage(proofText === null ? text : '', {
        at: 0,
        signature: signature.trim() === '' ? undefined : signature,
        origin: parseOriginUrl(origin) === null ? undefined : origin,
      }),
    [text, proofText, signature, origin],
  )
  const findings = { ...found, time: found.message && checkMessageValidityPeriod(found.message, moment) }
  const isEmpty = text === '' && !isAsked && proofText === null
  const sentence = isEmpty || proofText !== null ? '' : formatMessageFindings(findings, t)
  const spoken = said === null ? sentence : `${said} ${sentence}`
  useDebouncedAnnouncement(spoken)

  function fix(fixedText: string) {
    setBefore(inspected.text)
    onChange({ ...inspected, text: fixedText })
    input.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <InspectedMessageInput
        ref={input}
        inspected={inspected}
        opened={opened}
        isProof={proofText !== null}
        onOpen={(file) => {
          setBefore(null)
          // Showing a large export would block the text area.
          setOpened(file !== null && isAuditProofText(file.text) ? file : null)
          onChange({ ...inspected, text: file === null || isAuditProofText(file.text) ? '' : file.text })
        }}
        onChange={(next) => {
          setBefore(null)
          if (next.text !== inspected.text || next === emptyMessageInspectorInputValues) setOpened(null)
          onChange(next)
        }}
        before={before}
        onUndo={(text) => {
          setBefore(null)
          onChange({ ...inspected, text })
          announce(t('inspector.undone'))
        }}
      />
      <section
        aria-label={t('inspector.findings')}
        className="contents lg:grid lg:min-w-0 lg:grid-cols-1 lg:gap-6 max-lg:[&>h2]:-order-1"
      >
        {proofText !== null ? (
          <LazyLogProofFindings text={proofText} keys={signature} />
        ) : isEmpty ? (
          <EmptyFindings />
        ) : (
          <SignInMessageInspectionResults
            findings={findings}
            text={text}
            at={at === '' ? null : moment}
            onShow={(place: MessageTextRange) => input.current?.select(place)}
            onFix={fix}
          />
        )}
      </section>
    </div>
  )
}

function EmptyFindings() {
  const t = useTranslations()
  return (
    <Card className="grid gap-6 px-5 py-6">
      <div className="grid gap-2">
        <h2 className="text-lead">{t('inspector.empty.title')}</h2>
        <p className="text-soft">{t('inspector.empty.text')}</p>
        <p className="text-soft">{t('inspector.empty.proofs')}</p>
      </div>
      <div className="grid gap-3">
        <h3 className="font-sans text-small font-semibold">{t('inspector.empty.examples')}</h3>
        <ul className="flex flex-wrap gap-2">
          <ExampleLink name="sound" label={t('inspector.empty.sound')} />
          <ExampleLink name="signed" label={t('inspector.empty.signed')} />
          <ExampleLink name="signed-solana" label={t('inspector.empty.signedSolana')} />
          <ExampleLink name="signed-bitcoin" label={t('inspector.empty.signedBitcoin')} />
          {offeredMessageExampleErrorCodes.map((code) => (
            <ExampleLink key={code} name={code} label={t(`inspector.empty.names.${code}`)} />
          ))}
        </ul>
      </div>
    </Card>
  )
}

function ExampleLink({ name, label }: { name: string; label: string }) {
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
