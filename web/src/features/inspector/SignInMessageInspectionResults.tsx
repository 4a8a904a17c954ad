import type {
  MessageInspectionResult,
  MessageTextRange,
  LocatedMessageField,
  CompatibilityHint,
  FoundMessageError,
  SuspiciousCharacter,
} from '@countersign/inspector/message-inspection-findings'
import { chainFamilyNames } from '../../i18n/chain-family-names.ts'
import { useTranslations } from 'use-intl'
import { SignInMessageErrorList, SignInMessageErrorNumberBadge } from './SignInMessageErrorList.tsx'
import { MessageOriginCheckSection } from './MessageOriginCheckSection.tsx'
import { MessageInspectorResultSection, VerbatimMonospaceText } from './MessageInspectorResultSection.tsx'
import { MessageSignatureCheckSection } from './MessageSignatureCheckSection.tsx'
import { SuspiciousCharactersSection } from './SuspiciousCharactersSection.tsx'
import { MessageValidityPeriodSection } from './MessageValidityPeriodSection.tsx'
import { MessageInspectorVerdictHeading } from './MessageInspectorVerdictHeading.tsx'
import { WalletAddress, FullWalletAddress } from '../../ui/WalletAddress.tsx'
import { memo, useMemo } from 'react'
import { getUnicodeCharacterLabel } from './get-unicode-character-label.ts'
import { highlightMessageErrors } from './highlight-message-errors.ts'
import type { MessageLineHighlights, HighlightedMessagePiece } from './highlight-message-errors.ts'

interface MarkedTextProps {
  text: string
  errors: readonly FoundMessageError[]
  strange: readonly SuspiciousCharacter[]
}

const MarkedText = memo(function MarkedText({ text, errors, strange }: MarkedTextProps) {
  const t = useTranslations()
  const { lines, left } = useMemo(() => highlightMessageErrors(text, errors, strange), [text, errors, strange])
  return (
    <section
      aria-label={t('inspector.text')}
      className="rounded-control border border-line bg-paper py-2 font-mono text-small"
    >
      <ol>
        {lines.map((line) => (
          <MarkedTextLine key={line.number} line={line} />
        ))}
      </ol>
      {left > 0 && (
        <p className="px-3 pt-2 font-sans text-small text-soft">{t('inspector.restNotShown', { count: left })}</p>
      )}
    </section>
  )
})

function MarkedTextLine({ line }: { line: MessageLineHighlights }) {
  const t = useTranslations()
  return (
    <li className="grid grid-cols-[2.75rem_1fr] items-baseline pr-3">
      <span aria-hidden="true" className="pr-3 text-right text-caption text-soft tabular-nums select-none">
        {line.number}
      </span>
      <span className="min-h-[1.45em] min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <span className="sr-only select-none">{`${t('inspector.line', { line: line.number })}: `}</span>
        {line.pieces.map((piece, index) => (
          <MarkedPieceView key={index} piece={piece} />
        ))}
        {line.isEnded && (
          <span aria-hidden="true" className="text-edge select-none">
            ↵
          </span>
        )}
      </span>
    </li>
  )
}

function MarkedPieceView({ piece }: { piece: HighlightedMessagePiece }) {
  const t = useTranslations()
  const inner = piece.strange ? (
    <SuspiciousCharacterMark strange={piece.strange} text={piece.text} times={piece.times} />
  ) : (
    piece.text
  )
  if (piece.fault === null) return inner
  return (
    <>
      {piece.begins && (
        <>
          <SignInMessageErrorNumberBadge number={piece.fault + 1} />
          <span className="sr-only select-none">{` (${t('inspector.faultMark', { number: piece.fault + 1 })}) `}</span>
        </>
      )}
      {/* Something missing is shown as a gap. */}
      <mark
        className={`at-fault ${piece.text === '' ? 'mx-0.5 inline-block h-[1em] min-w-[1ch] border-b-2 border-red align-text-bottom' : ''}`}
      >
        {inner}
      </mark>
    </>
  )
}

function SuspiciousCharacterMark({
  strange,
  text,
  times,
}: {
  strange: SuspiciousCharacter
  text: string
  times: number
}) {
  const t = useTranslations()
  const isSeen = strange.kind === 'look-alike' || strange.kind === 'foreign'
  const label =
    isSeen && strange.looksLike !== null ? `≠ ${strange.looksLike}` : getUnicodeCharacterLabel(strange.codePoint)
  return (
    <span title={strange.name} className="whitespace-nowrap">
      {/* Isolates direction-changing characters. */}
      <bdi className={isSeen ? '' : 'sr-only'}>{text}</bdi>
      <span className="mx-px inline-block rounded-control border border-amber bg-amber-tint px-1 text-caption leading-tight text-amber select-none">
        {times > 1 ? t('inspector.times', { label, times }) : label}
      </span>
    </span>
  )
}

interface MessageFindingsProps {
  findings: MessageInspectionResult
  text: string
  at: number | null
  onShow: (place: MessageTextRange) => void
  onFix: (text: string) => void
}

export function SignInMessageInspectionResults({ findings, text, at, onShow, onFix }: MessageFindingsProps) {
  const t = useTranslations()
  const { outcome, namespace, errors, fields, strange, hints, time, origin, signature, fixedText } = findings
  const family = chainFamilyNames[namespace]
  const isSound = outcome === 'well-formed'
  return (
    <>
      <MessageInspectorVerdictHeading
        tone={isSound ? 'good' : 'wrong'}
        text={
          isSound ? t('inspector.wellFormed', { family }) : t('inspector.malformed', { count: errors.length, family })
        }
      />
      {!isSound && (
        <SignInMessageErrorList
          text={text}
          errors={errors}
          strange={strange}
          fixedText={fixedText}
          onShow={onShow}
          onFix={onFix}
        />
      )}
      {!isSound && (
        <MessageInspectorResultSection title={t('inspector.text')}>
          <MarkedText text={text} errors={errors} strange={strange} />
          <SuspiciousCharactersSection strange={strange} onShow={onShow} />
        </MessageInspectorResultSection>
      )}
      {signature && <MessageSignatureCheckSection signature={signature} />}
      {time && <MessageValidityPeriodSection time={time} isNow={at === null} />}
      {origin && <MessageOriginCheckSection origin={origin} />}
      {fields.length > 0 && <FieldTable fields={fields} />}
      <HintList hints={hints} onShow={onShow} />
    </>
  )
}

function FieldTable({ fields }: { fields: readonly LocatedMessageField[] }) {
  const t = useTranslations()
  const names = [...new Set(fields.map(({ field }) => field))]
  return (
    <MessageInspectorResultSection title={t('inspector.says')}>
      <dl className="grid divide-y divide-line">
        {names.map((name) => (
          <div key={name} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[9.5rem_1fr]">
            <dt className="text-small font-semibold">{t(`inspector.fields.${name}.name`)}</dt>
            <dd className="grid min-w-0 gap-1">
              {fields
                .filter(({ field }) => field === name)
                .map(({ place, value }) => (
                  <FieldValue key={place.offset} name={name} value={value} />
                ))}
              <p className="text-small text-soft">{t(`inspector.fields.${name}.meaning`)}</p>
            </dd>
          </div>
        ))}
      </dl>
    </MessageInspectorResultSection>
  )
}

function FieldValue({ name, value }: { name: LocatedMessageField['field']; value: string }) {
  const t = useTranslations()
  if (name === 'address') {
    return (
      <div className="grid gap-2">
        <WalletAddress address={value} rosetteSize={48} />
        <FullWalletAddress address={value} />
      </div>
    )
  }
  if (value === '') return <p className="text-soft">{t('inspector.nothing')}</p>
  return name === 'statement' ? (
    <p className="font-serif text-lead [overflow-wrap:anywhere]">{value}</p>
  ) : (
    <VerbatimMonospaceText>{value}</VerbatimMonospaceText>
  )
}

function HintList({
  hints,
  onShow,
}: {
  hints: readonly CompatibilityHint[]
  onShow: (place: MessageTextRange) => void
}) {
  const t = useTranslations()
  if (hints.length === 0) return null
  return (
    <MessageInspectorResultSection title={t('inspector.hintsTitle')}>
      <ul className="grid gap-4">
        {hints.map(({ id, place }, index) => (
          <li key={`${id} ${index}`} className="grid gap-1">
            <p className="font-semibold">
              {t(`inspector.hints.${id}.title`)}
              {place && (
                <>
                  {' '}
                  <button
                    type="button"
                    onClick={() => onShow(place)}
                    className="min-h-6 rounded-control text-small font-normal text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11"
                  >
                    {t('inspector.place', { line: place.line, column: place.column })}
                  </button>
                </>
              )}
            </p>
            <p className="text-small text-soft">{t(`inspector.hints.${id}.text`)}</p>
          </li>
        ))}
      </ul>
    </MessageInspectorResultSection>
  )
}
