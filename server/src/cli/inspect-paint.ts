// Colours, where there is somebody to see them.
import { styleText } from 'node:util'

/** What a piece of the output is; each has a colour of its own. */
export type Tone = 'good' | 'fault' | 'warning' | 'heading' | 'dim'

/** Puts a piece of the output into its colour. */
export type Paint = (tone: Tone, text: string) => string

/** No colours at all. */
export const plain: Paint = (_tone, text) => text

const styles = {
  good: ['green', 'bold'],
  fault: ['red', 'bold'],
  warning: 'yellow',
  heading: 'bold',
  dim: 'dim',
} as const

const coloured: Paint = (tone, text) =>
  text === '' ? text : styleText([styles[tone]].flat(), text, { validateStream: false })

/**
 * Colours on a terminal that has them, unless the person wants none (https://no-color.org).
 * @param isTerminal whether the output goes to a terminal
 */
export function choosePaint(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Paint {
  return isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb' ? coloured : plain
}
