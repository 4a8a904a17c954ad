import { Fragment, useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../../../ui/CopyButton.tsx'

const focusableToScroll = { tabIndex: 0 }

interface CodeBlockProps {
  label: string
  text: string
  /** Highlighted where it occurs: a secret, or the placeholder of one. */
  highlighted: readonly string[]
}

export function CodeBlock({ label, text, highlighted }: CodeBlockProps) {
  const id = useId()
  return (
    <CopyFrame id={id} label={label} text={text}>
      <pre
        role="region"
        aria-labelledby={id}
        {...focusableToScroll}
        className="scrolls-sideways max-h-[30rem] min-w-0 overflow-auto bg-sunk py-2.5 pl-3 font-mono text-caption leading-relaxed whitespace-pre"
      >
        <code translate="no">
          <HighlightedText text={text} words={highlighted} />
        </code>
      </pre>
    </CopyFrame>
  )
}

interface CopyFrameProps {
  /** Of the label. */
  id: string
  label: string
  text: string
  children: ReactNode
}

/** What to copy, under a line with its place and a button that copies everything. */
export function CopyFrame({ id, label, text, children }: CopyFrameProps) {
  const t = useTranslations()
  return (
    <div className="grid min-w-0 grid-cols-1 overflow-hidden rounded-control border border-edge bg-sheet">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-sunk py-2 pr-2 pl-3">
        <p id={id} className="min-w-0 flex-auto text-small font-semibold [overflow-wrap:anywhere]">
          {label}
        </p>
        <CopyButton small text={text} label={t('connectApplication.copyBlock')} />
      </div>
      {children}
    </div>
  )
}

export function HighlightedText({ text, words }: { text: string; words: readonly string[] }) {
  const known = words.filter((word) => word !== '')
  return splitAtWords(text, known).map((piece, index) =>
    known.includes(piece) ? (
      <mark
        key={index}
        className="inline-block max-w-full rounded-sm bg-seal-tint px-0.5 break-all text-ink outline outline-seal"
      >
        {piece}
      </mark>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}

function splitAtWords(text: string, words: readonly string[]): string[] {
  const [word, ...others] = words
  if (word === undefined) return [text]
  return text
    .split(word)
    .flatMap((piece, index) => [...(index === 0 ? [] : [word]), ...splitAtWords(piece, others)])
    .filter((piece) => piece !== '')
}
