// Removes the code from the URL, because a reload would open the code as a second device.
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'

export const moveCrossDeviceCodeToHistory = (code: string): void =>
  history.replaceState({ passedOn: code }, '', frontEndPagePaths.device())

export const showCrossDeviceCodeInUrl = (code: string): void =>
  history.replaceState(null, '', frontEndPagePaths.device(code))

export function readCrossDeviceCodeFromHistory(): string | null {
  const { passedOn } = (history.state ?? {}) as { passedOn?: unknown }
  return typeof passedOn === 'string' ? passedOn : null
}
