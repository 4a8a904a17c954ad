// Asks on the terminal (a confirmation prompt) before something is done that cannot be taken back.
import { createInterface } from 'node:readline/promises'

/** @returns whether the answer was "yes" */
export async function confirmOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(question).catch(() => '')
  terminal.close()
  return answer.trim() === 'yes'
}
