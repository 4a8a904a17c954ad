// Colours, where there is somebody to see them.
import { styleText } from 'node:util'

/** What a piece of the output is; each has a colour of its own. */
export type ColorRole = 'good' | 'error' | 'warning' | 'heading' | 'dim'

/** Puts a piece of the output into its colour. */
export type Colorize = (tone: ColorRole, text: string) => string

/** No colors at all. */
export const withoutColors: Colorize = (_tone, text) => text

const styles = {
  good: ['green', 'bold'],
  error: ['red', 'bold'],
  warning: 'yellow',
  heading: 'bold',
  dim: 'dim',
} as const

const withColors: Colorize = (tone, text) =>
  text === '' ? text : styleText([styles[tone]].flat(), text, { validateStream: false })

/**
 * Colours on a terminal that has them, unless the person wants none (https://no-color.org).
 * @param isTerminal whether the output goes to a terminal
 */
export function chooseColorize(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Colorize {
  return isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb' ? withColors : withoutColors
}
