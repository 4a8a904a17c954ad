import { styleText } from 'node:util'

export type TerminalColorRole = 'good' | 'error' | 'warning' | 'heading' | 'dim'

export type TerminalColorizer = (tone: TerminalColorRole, text: string) => string

export const plainTextColorizer: TerminalColorizer = (_tone, text) => text

const styles = {
  good: ['green', 'bold'],
  error: ['red', 'bold'],
  warning: 'yellow',
  heading: 'bold',
  dim: 'dim',
} as const

const withColors: TerminalColorizer = (tone, text) =>
  text === '' ? text : styleText([styles[tone]].flat(), text, { validateStream: false })

/**
 * Respects NO_COLOR (https://no-color.org) and FORCE_COLOR (https://force-color.org). Logs of CI jobs are
 * read later and elsewhere, so they get colors only with FORCE_COLOR.
 */
export function chooseTerminalColorizer(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): TerminalColorizer {
  const { NO_COLOR: off, FORCE_COLOR: forced, CI: ci, TERM: terminal } = environment
  if (off) return plainTextColorizer
  if (forced) return /^(?:0|false)$/.test(forced) ? plainTextColorizer : withColors
  return isTerminal && terminal !== 'dumb' && !ci ? withColors : plainTextColorizer
}
