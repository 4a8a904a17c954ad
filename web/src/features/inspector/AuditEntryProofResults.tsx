import type { CheckpointVerificationResult, AuditProofErrorCode } from '@countersign/api/verify-audit-checkpoint'
import type { AuditProofVerificationResult, ParsedAuditEntryHashInput } from '@countersign/api/verify-audit-proofs'
import { getNumberFormat } from '../../ui/memoized-intl-formats.ts'
import { formatExactTime } from '../../ui/format-time.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { MessageInspectorCheckResult } from './MessageInspectorCheckResult.tsx'
import {
  VerbatimMonospaceText,
  MessageInspectorResultItem,
  MessageInspectorResultSection,
} from './MessageInspectorResultSection.tsx'

interface AuditEntryProofProps {
  result: AuditProofVerificationResult
  isAlone: boolean
  isInFile?: boolean
}

/** With any other error, no step can be checked. */
const errorsByStep = {
  text: ['text_missing', 'text_malformed', 'line_differs', 'place_differs'],
  evidence: ['evidence_differs'],
  path: ['path_wrong'],
  signature: ['checkpoint_malformed', 'checkpoint_differs', 'key_malformed', 'signature_unknown', 'signature_wrong'],
} as const satisfies Readonly<Record<string, readonly AuditProofErrorCode[]>>

export function AuditEntryProofResults({ result, isAlone, isInFile = false }: AuditEntryProofProps) {
  const t = useTranslations()
  const { errors, hashedEntry, checkpoint } = result
  return (
    <>
      {!isInFile && errors.includes('signature_unknown') && <p>{t('logProof.unsignedText')}</p>}
      <MessageInspectorResultSection title={t('logProof.steps')}>
        <EntryProofSteps result={result} isAlone={isAlone} />
      </MessageInspectorResultSection>
      {hashedEntry !== null && <EntryContent says={hashedEntry} />}
      {checkpoint !== null && !isInFile && <CheckpointDetails checkpoint={checkpoint} isKeyOfFile={false} />}
    </>
  )
}

function EntryProofSteps({ result, isAlone }: { result: AuditProofVerificationResult; isAlone: boolean }) {
  const t = useTranslations()
  const { errors, hashedEntry, checkpoint, isEvidenceVerified } = result
  const good: Partial<Record<keyof typeof errorsByStep, string>> =
    checkpoint === null
      ? {}
      : {
          ...(hashedEntry !== null && { text: isAlone ? t('logProof.textAlone') : t('logProof.text') }),
          ...(isEvidenceVerified === true && { evidence: t('logProof.evidence') }),
          ...(hashedEntry !== null && checkpoint.size !== null && { path: t('logProof.path') }),
          signature: t('logProof.signature'),
        }
  const known: readonly AuditProofErrorCode[] = Object.values(errorsByStep).flat()
  const others = errors.filter((fault) => !known.includes(fault))
  const steps = (Object.keys(errorsByStep) as (keyof typeof errorsByStep)[]).flatMap((step) => {
    const own: readonly AuditProofErrorCode[] = errorsByStep[step]
    const wrong = errors.filter((fault) => own.includes(fault))
    if (wrong.length > 0) return wrong.map((fault) => ({ isGood: false, text: t(`logProof.errors.${fault}`) }))
    const text = good[step]
    return text === undefined ? [] : [{ isGood: true, text }]
  })
  return (
    <ol className="grid gap-2">
      {[...others.map((fault) => ({ isGood: false, text: t(`logProof.errors.${fault}`) })), ...steps].map(
        ({ isGood, text }) => (
          <li key={text}>
            <MessageInspectorCheckResult isGood={isGood} text={text} />
          </li>
        ),
      )}
    </ol>
  )
}

function EntryContent({ says }: { says: ParsedAuditEntryHashInput }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  return (
    <MessageInspectorResultSection title={t('logProof.says')}>
      <dl className="grid gap-3">
        <MessageInspectorResultItem name={t('logProof.time')}>
          {Number.isFinite(says.at) ? formatExactTime(says.at, locale) : String(says.at)}
        </MessageInspectorResultItem>
        <MessageInspectorResultItem name={t('logProof.kind')}>
          <VerbatimMonospaceText>{says.type}</VerbatimMonospaceText>
        </MessageInspectorResultItem>
        <MessageInspectorResultItem name={t('logProof.outcome')}>
          {says.outcome === 'success' || says.outcome === 'refused'
            ? t(`logProof.outcomes.${says.outcome}`)
            : says.outcome}
        </MessageInspectorResultItem>
        {says.details !== '{}' && (
          <MessageInspectorResultItem name={t('logProof.details')}>
            <VerbatimMonospaceText>{says.details}</VerbatimMonospaceText>
          </MessageInspectorResultItem>
        )}
      </dl>
    </MessageInspectorResultSection>
  )
}

export function CheckpointDetails({
  checkpoint,
  isKeyOfFile,
}: {
  checkpoint: CheckpointVerificationResult
  isKeyOfFile: boolean
}) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const { origin, size, verifierKey, witnesses, unknownSigners } = checkpoint
  if (origin === null || size === null) return null
  return (
    <MessageInspectorResultSection title={t('logProof.checkpoint')}>
      <dl className="grid gap-3">
        <MessageInspectorResultItem name={t('logProof.origin')}>
          <VerbatimMonospaceText>{origin}</VerbatimMonospaceText>
        </MessageInspectorResultItem>
        <MessageInspectorResultItem name={t('logProof.size')}>
          {getNumberFormat(locale).format(size)}
        </MessageInspectorResultItem>
        {verifierKey !== null && (
          <MessageInspectorResultItem name={t('logProof.key')}>
            <VerbatimMonospaceText>{verifierKey}</VerbatimMonospaceText>
            {isKeyOfFile && <p className="mt-1 text-small text-soft">{t('logProof.keyOfFile')}</p>}
          </MessageInspectorResultItem>
        )}
        <MessageInspectorResultItem name={t('logProof.witnesses')}>
          {witnesses.length === 0 ? (
            <p className="text-small text-soft">{t('logProof.noWitness')}</p>
          ) : (
            <ul className="grid gap-1">
              {witnesses.map(({ name, at }) => (
                <li key={name} className="[overflow-wrap:anywhere]">
                  {at === undefined
                    ? name
                    : t('logProof.witnessed', { name, time: formatExactTime(at * 1000, locale) })}
                </li>
              ))}
            </ul>
          )}
        </MessageInspectorResultItem>
        {unknownSigners.length > 0 && (
          <MessageInspectorResultItem name={t('logProof.strangers')}>
            <p className="[overflow-wrap:anywhere]">{[...new Set(unknownSigners)].join(', ')}</p>
            <p className="mt-1 text-small text-soft">{t('logProof.strangersText')}</p>
          </MessageInspectorResultItem>
        )}
      </dl>
    </MessageInspectorResultSection>
  )
}
