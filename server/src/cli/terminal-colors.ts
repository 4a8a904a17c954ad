// Colours, where there is somebody to see them.
import { styleText } from 'node:util'

/** What a piece of the output is; each has a colour of its own. */
export type TerminalColorRole = 'good' | 'error' | 'warning' | 'heading' | 'dim'

/** Puts a piece of the output into its colour. */
export type TerminalColorizer = (tone: TerminalColorRole, text: string) => string

/** No colors at all. */
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
 * Colours on a terminal that has them, unless the person wants none (https://no-color.org).
 * @param isTerminal whether the output goes to a terminal
 */
export function chooseTerminalColorizer(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): TerminalColorizer {
  return isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb' ? withColors : plainTextColorizer
}
