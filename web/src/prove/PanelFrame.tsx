// The one shape of every state in which something is to be decided or waited for: what happened, what to do, which
// wallet it is about, and the ways on.
import type { ReactNode } from 'react'
import { Sheet } from '../ui/Section.tsx'
import type { Sentences } from './subject.ts'
import { StageHeading } from './StageHeading.tsx'
import { WalletHeader } from './WalletRow.tsx'
import type { WalletLook } from './WalletRow.tsx'

interface PanelFrameProps {
  sentences: Sentences
  look: WalletLook | null
  /** What marks the wallet's row. */
  mark?: ReactNode
  /** What else there is to say. */
  more?: ReactNode
  /** The ways on, the main one first. */
  children: ReactNode
}

export function PanelFrame({ sentences: { title, text }, look, mark, more, children }: PanelFrameProps) {
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {look && (
        <Sheet>
          <WalletHeader look={look} end={mark} />
        </Sheet>
      )}
      {more}
      <div className="grid gap-2">{children}</div>
    </>
  )
}
