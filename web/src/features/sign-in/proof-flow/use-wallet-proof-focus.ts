import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import type { WalletProofPhaseName } from '../wallet/wallet-proof-phases.ts'
import type { WalletProofPhaseText } from './wallet-proof-text-placeholders.ts'
import { focusPanelHeading } from './FocusablePanelHeading.tsx'

const focusKeepingPhases: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'discovering',
  'connecting',
  'preparing',
  'signing',
  'signature-open',
  'checking',
])

/** Errors that take the focus even if they are on the page when it opens. */
const startBlockingPhases: ReadonlySet<string> = new Set<WalletProofPhaseName>([
  'offline',
  'rate-limited',
  'unreachable',
])

/** @param sentences null while the content is loading */
export function useWalletProofFocus(
  stage: RefObject<HTMLElement | null>,
  phase: { readonly at: string },
  sentences: WalletProofPhaseText | null,
  carriesOn: ReadonlySet<string> = focusKeepingPhases,
): void {
  const announce = useAnnounce()
  const shown = useRef<string>('discovering')
  const said = useRef('')
  const title = sentences?.title
  const text = sentences?.text

  useEffect(() => {
    if (title === undefined) return
    const before = shown.current
    shown.current = phase.at
    // When the page loads, screen readers read it without help.
    const isOpening = before === 'discovering' && !startBlockingPhases.has(phase.at)
    const hasMoved = before !== phase.at
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (hasMoved && !isOpening && (isLost || !carriesOn.has(phase.at))) focusPanelHeading(stage.current)
    const sentence = `${title} ${text ?? ''}`.trim()
    if (sentence === said.current) return
    said.current = sentence
    announce(sentence)
  }, [phase.at, title, text, announce, stage, carriesOn])
}
