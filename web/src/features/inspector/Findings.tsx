// Everything that was found, the verdict first.
import type {
  Findings as Found,
  Place,
  FoundField,
  Hint,
  FoundFault,
  StrangeCharacter,
} from '@countersign/inspector/findings'
import { familyNames } from '../../i18n/chain-family-names.ts'
import { useTranslations } from 'use-intl'
import { Faults, FaultNumber } from './Faults.tsx'
import { OriginCheck } from './OriginCheck.tsx'
import { Part, Exact } from './Part.tsx'
import { SignatureCheck } from './SignatureCheck.tsx'
import { StrangeCharacters } from './StrangeCharacters.tsx'
import { TimeWindow } from './TimeWindow.tsx'
import { Verdict } from './Verdict.tsx'
import { Address, FullAddress } from '../../ui/Address.tsx'
import { memo, useMemo } from 'react'
import { chipLabel } from './chip-label.ts'
import { markText } from './mark-text.ts'
import type { MarkedLine, Piece } from './mark-text.ts'

interface MarkedTextProps {
  text: string
  faults: readonly FoundFault[]
  strange: readonly StrangeCharacter[]
}

const MarkedText = memo(function MarkedText({ text, faults, strange }: MarkedTextProps) {
  const t = useTranslations()
  const { lines, left } = useMemo(() => markText(text, faults, strange), [text, faults, strange])
  return (
    <section
      aria-label={t('inspector.text')}
      className="rounded-control border border-line bg-paper py-2 font-mono text-small"
    >
      <ol>
        {lines.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </ol>
      {left > 0 && (
        <p className="px-3 pt-2 font-sans text-small text-soft">{t('inspector.restNotShown', { count: left })}</p>
      )}
    </section>
  )
})

function Line({ line }: { line: MarkedLine }) {
  const t = useTranslations()
  return (
    <li className="grid grid-cols-[2.75rem_1fr] items-baseline pr-3">
      <span aria-hidden="true" className="pr-3 text-right text-caption text-soft tabular-nums select-none">
        {line.number}
      </span>
      <span className="min-h-[1.45em] min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <span className="sr-only select-none">{`${t('inspector.line', { line: line.number })}: `}</span>
        {line.pieces.map((piece, index) => (
          <PieceShown key={index} piece={piece} />
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

function PieceShown({ piece }: { piece: Piece }) {
  const t = useTranslations()
  const inner = piece.strange ? (
    <StrangeShown strange={piece.strange} text={piece.text} times={piece.times} />
  ) : (
    piece.text
  )
  if (piece.fault === null) return inner
  return (
    <>
      {piece.begins && (
        <>
          <FaultNumber number={piece.fault + 1} />
          <span className="sr-only select-none">{` (${t('inspector.faultMark', { number: piece.fault + 1 })}) `}</span>
        </>
      )}
      {/* Where something is missing, a gap stands. */}
      <mark
        className={`at-fault ${piece.text === '' ? 'mx-0.5 inline-block h-[1em] min-w-[1ch] border-b-2 border-red align-text-bottom' : ''}`}
      >
        {inner}
      </mark>
    </>
  )
}

function StrangeShown({ strange, text, times }: { strange: StrangeCharacter; text: string; times: number }) {
  const t = useTranslations()
  const isSeen = strange.kind === 'look-alike' || strange.kind === 'foreign'
  const label = isSeen && strange.looksLike !== null ? `≠ ${strange.looksLike}` : chipLabel(strange.codePoint)
  return (
    <span title={strange.name} className="whitespace-nowrap">
      {/* What turns the direction of writing stays within its own label. */}
      <bdi className={isSeen ? '' : 'sr-only'}>{text}</bdi>
      <span className="mx-px inline-block rounded-control border border-amber bg-amber-tint px-1 text-caption leading-tight text-amber select-none">
        {times > 1 ? t('inspector.times', { label, times }) : label}
      </span>
    </span>
  )
}

interface FindingsProps {
  findings: Found
  text: string
  /** The moment that was given; null for now. */
  at: number | null
  onShow: (place: Place) => void
  onMend: (text: string) => void
}

export function Findings({ findings, text, at, onShow, onMend }: FindingsProps) {
  const t = useTranslations()
  const { outcome, namespace, faults, fields, strange, hints, time, origin, signature, mended } = findings
  const family = familyNames[namespace]
  const isSound = outcome === 'well-formed'
  return (
    <>
      <Verdict
        tone={isSound ? 'good' : 'wrong'}
        text={
          isSound ? t('inspector.wellFormed', { family }) : t('inspector.malformed', { count: faults.length, family })
        }
      />
      {!isSound && (
        <Faults text={text} faults={faults} strange={strange} mended={mended} onShow={onShow} onMend={onMend} />
      )}
      {!isSound && (
        <Part title={t('inspector.text')}>
          <MarkedText text={text} faults={faults} strange={strange} />
          <StrangeCharacters strange={strange} onShow={onShow} />
        </Part>
      )}
      {signature && <SignatureCheck signature={signature} />}
      {time && <TimeWindow time={time} isNow={at === null} />}
      {origin && <OriginCheck origin={origin} />}
      {fields.length > 0 && <FieldTable fields={fields} />}
      <Hints hints={hints} onShow={onShow} />
    </>
  )
}

function FieldTable({ fields }: { fields: readonly FoundField[] }) {
  const t = useTranslations()
  const names = [...new Set(fields.map(({ field }) => field))]
  return (
    <Part title={t('inspector.says')}>
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
    </Part>
  )
}

function FieldValue({ name, value }: { name: FoundField['field']; value: string }) {
  const t = useTranslations()
  if (name === 'address') {
    return (
      <div className="grid gap-2">
        <Address address={value} rosetteSize={48} />
        <FullAddress address={value} />
      </div>
    )
  }
  if (value === '') return <p className="text-soft">{t('inspector.nothing')}</p>
  return name === 'statement' ? (
    <p className="font-serif text-lead [overflow-wrap:anywhere]">{value}</p>
  ) : (
    <Exact>{value}</Exact>
  )
}

function Hints({ hints, onShow }: { hints: readonly Hint[]; onShow: (place: Place) => void }) {
  const t = useTranslations()
  if (hints.length === 0) return null
  return (
    <Part title={t('inspector.hintsTitle')}>
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
    </Part>
  )
}
