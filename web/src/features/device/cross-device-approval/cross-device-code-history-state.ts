// The code that this browser has given out a pass for. From then on it is not in the address any more: a phone throws away a tab that lies behind
// the wallet's app and loads it anew later (tab discarding), and what opened the code then would be a second device. The history keeps it, so that
// whoever comes back without having opened a wallet goes on.
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'

/** Takes it out of the address. */
export const moveCrossDeviceCodeToHistory = (code: string): void =>
  history.replaceState({ passedOn: code }, '', frontEndPagePaths.device())

/** Puts the code of this browser into the address, so that a reload comes back to it. */
export const showCrossDeviceCodeInUrl = (code: string): void =>
  history.replaceState(null, '', frontEndPagePaths.device(code))

/** @returns null where none was passed on from here */
export function readCrossDeviceCodeFromHistory(): string | null {
  const { passedOn } = (history.state ?? {}) as { passedOn?: unknown }
  return typeof passedOn === 'string' ? passedOn : null
}
