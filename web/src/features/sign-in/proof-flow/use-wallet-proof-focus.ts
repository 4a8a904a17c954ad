// Keeps keyboard and screen reader with the words: after a change of state the focus goes to the new heading where
// something new is to be read, and every change is said aloud.
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import type { WalletProofPhaseName } from '../wallet/wallet-proof-phases.ts'
import type { WalletProofPhaseText } from './wallet-proof-text-placeholders.ts'
import { focusPanelHeading } from './FocusablePanelHeading.tsx'

/** States that only carry on what the person is at already: the focus stays where it is. */
const focusKeepingPhases: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'discovering',
  'connecting',
  'preparing',
  'signing',
  'signature-open',
  'checking',
])

/** States that keep the page from starting: the focus goes to them also where the page opens with one. */
const startBlockingPhases: ReadonlySet<string> = new Set<WalletProofPhaseName>([
  'offline',
  'rate-limited',
  'unreachable',
])

/**
 * @param stage the element whose heading takes the focus
 * @param sentences what is shown of the state; null while what shows it is still on its way
 * @param carriesOn states in which the focus stays where it is
 */
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
    // What the page opens with is read by the browser itself, and takes nobody's focus away.
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
