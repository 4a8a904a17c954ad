import { useState } from 'react'
import type { ExportedEntryVerificationResult } from '@countersign/api/verify-audit-proofs'
import type { ExportWithAuditProofs } from '@countersign/api/parse-exported-audit-entries'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useTranslations } from 'use-intl'
import { MessageInspectorFormField, verbatimMonospaceInputProps } from './MessageInspectorFormField.tsx'
import { CheckpointDetails, AuditEntryProofResults } from './AuditEntryProofResults.tsx'
import { MessageInspectorCheckResult } from './MessageInspectorCheckResult.tsx'
import { MessageInspectorResultSection } from './MessageInspectorResultSection.tsx'
import { useVerifyAuditExport } from './use-verify-audit-export.ts'
import type { AuditExportVerificationResult } from './use-verify-audit-export.ts'
import { useAuditProofResultFormatter } from './use-audit-proof-result-formatter.ts'
import { useDebouncedAnnouncement } from './use-debounced-announcement.ts'
import { MessageInspectorVerdictHeading } from './MessageInspectorVerdictHeading.tsx'
import type { MessageInspectorVerdictTone } from './MessageInspectorVerdictHeading.tsx'

const maxNamedFailures = 20

export function AuditExportProofResults({
  file,
  trusted,
}: {
  file: ExportWithAuditProofs
  trusted: readonly string[] | undefined
}) {
  const t = useTranslations()
  const checked = useVerifyAuditExport(file, trusted)
  const isDone = checked?.isDone === true
  const { tone, sentence } = useFormatExportResult()(checked)
  useDebouncedAnnouncement(sentence)
  if (!isDone)
    return (
      <p className="text-soft">
        {t('logProof.checking', { count: checked?.lines.length ?? 0, all: file.activity.length })}
      </p>
    )
  const { lines, checkpoint } = checked
  const failing = findFailingEntries(checked)
  const without = lines.filter(({ result }) => result === null).length
  const isKeyOfFile = trusted === undefined
  return (
    <>
      <MessageInspectorVerdictHeading tone={tone} text={sentence} />
      {without > 0 && checkpoint !== null && <p>{t('logProof.without', { count: without })}</p>}
      {failing.length > 0 && <FailingEntries failing={failing} />}
      {checkpoint !== null && checkpoint.errors.length > 0 && (
        <ul className="grid gap-1">
          {checkpoint.errors.map((fault) => (
            <li key={fault}>
              <MessageInspectorCheckResult isGood={false} text={t(`logProof.errors.${fault}`)} />
            </li>
          ))}
        </ul>
      )}
      {checkpoint !== null && <CheckpointDetails checkpoint={checkpoint} isKeyOfFile={isKeyOfFile} />}
      {checkpoint !== null && lines.length > 0 && <SingleEntryLookup lines={lines} first={failing[0]} />}
    </>
  )
}

const findFailingEntries = ({ lines, checkpoint }: AuditExportVerificationResult): ExportedEntryVerificationResult[] =>
  lines.flatMap(({ entry, result }) => {
    const errors = result?.errors.filter((fault) => checkpoint?.errors.includes(fault) !== true) ?? []
    return result === null || errors.length === 0 ? [] : [{ entry, result: { ...result, errors } }]
  })

function useFormatExportResult(): (checked: AuditExportVerificationResult | null) => {
  tone: MessageInspectorVerdictTone
  sentence: string
} {
  const t = useTranslations()
  return (checked) => {
    if (checked?.isDone !== true) return { tone: 'open', sentence: '' }
    const { lines, checkpoint } = checked
    if (checkpoint === null) return { tone: 'open', sentence: t('logProof.noCheckpoint') }
    const failing = findFailingEntries(checked).length
    const proved = lines.filter(({ result }) => result !== null).length
    if (failing > 0)
      return {
        tone: 'wrong',
        sentence: t('logProof.someDoNot', { count: failing, all: lines.length }),
      }
    if (checkpoint.errors.length > 0) return { tone: 'wrong', sentence: t('logProof.checkpointWrong') }
    return { tone: 'good', sentence: t('logProof.allStood', { count: proved, origin: checkpoint.origin ?? '' }) }
  }
}

function FailingEntries({ failing }: { failing: readonly ExportedEntryVerificationResult[] }) {
  const t = useTranslations()
  return (
    <MessageInspectorResultSection title={t('logProof.failing')}>
      <ul className="grid gap-3">
        {failing.slice(0, maxNamedFailures).map(({ entry, result }, at) => (
          <li key={at} className="grid gap-1">
            <p className="font-semibold">
              {entry === null ? t('logProof.unnamedLine') : t('logProof.line', { sequence: entry.sequence })}
            </p>
            {result?.errors.map((fault) => (
              <MessageInspectorCheckResult key={fault} isGood={false} text={t(`logProof.errors.${fault}`)} />
            ))}
          </li>
        ))}
      </ul>
      {failing.length > maxNamedFailures && (
        <p className="text-soft">{t('logProof.more', { count: failing.length - maxNamedFailures })}</p>
      )}
    </MessageInspectorResultSection>
  )
}

function SingleEntryLookup({
  lines,
  first,
}: {
  lines: readonly ExportedEntryVerificationResult[]
  first: ExportedEntryVerificationResult | undefined
}) {
  const t = useTranslations()
  const sentenceOf = useAuditProofResultFormatter()
  const shown = first?.entry ?? lines.find(({ entry, result }) => entry !== null && result !== null)?.entry
  const [number, setNumber] = useState(String(shown?.sequence ?? ''))
  const chosen = lines.find(({ entry }) => entry !== null && String(entry.sequence) === number.trim())
  const result = chosen?.result ?? null
  const said = result === null ? null : sentenceOf(result)
  return (
    <MessageInspectorResultSection title={t('logProof.one')}>
      <MessageInspectorFormField
        label={t('logProof.number')}
        fault={chosen === undefined ? t('logProof.noSuchLine') : null}
      >
        {(described) => (
          <input
            value={number}
            onChange={({ target }) => setNumber(target.value)}
            inputMode="numeric"
            {...verbatimMonospaceInputProps}
            {...described}
          />
        )}
      </MessageInspectorFormField>
      {chosen !== undefined && result === null && <p>{t('logProof.lineWithout')}</p>}
      {said !== null && result !== null && (
        <>
          <MessageInspectorCheckResult isGood={said.tone === 'good'} text={said.sentence} />
          <AuditEntryProofResults result={result} isAlone={false} isInFile />
        </>
      )}
      {chosen?.entry?.proof != null && (
        <CopyButton text={chosen.entry.proof} label={t('logProof.copy')} small className="justify-self-start" />
      )}
    </MessageInspectorResultSection>
  )
}
