// The text line by line: faults underlined and numbered, what cannot be seen drawn as small labels, and what is not what
// it seems beside what it looks like. Selecting and copying it gives the text as it is.
import { memo, useMemo } from 'react'
import type { FoundFault, StrangeCharacter } from '@countersign/inspector/findings'
import { useTranslations } from 'use-intl'
import { chipLabel } from './chip-label.ts'
import { FaultNumber } from './Faults.tsx'
import { markText } from './mark-text.ts'
import type { MarkedLine, Piece } from './mark-text.ts'

interface MarkedTextProps {
  text: string
  faults: readonly FoundFault[]
  strange: readonly StrangeCharacter[]
}

export const MarkedText = memo(function MarkedText({ text, faults, strange }: MarkedTextProps) {
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
