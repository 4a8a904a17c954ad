import { createInterface } from 'node:readline/promises'

export async function confirmOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(question).catch(() => '')
  terminal.close()
  return answer.trim() === 'yes'
}
