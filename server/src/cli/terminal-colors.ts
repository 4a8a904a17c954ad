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

/** Respects NO_COLOR (https://no-color.org). */
export function chooseTerminalColorizer(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): TerminalColorizer {
  return isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb' ? withColors : plainTextColorizer
}
