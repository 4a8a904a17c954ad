// A list of wallets as a file: one a line, or the first of its columns that has one (CSV), with comments. So that a list that somebody keeps in
// a spreadsheet is a rule without being written anew.
import { readFileSync, statSync } from 'node:fs'
import type { RuleFault } from '../chain/groups/rule.ts'

const maxFileBytes = 1_048_576

/** What could be a wallet, also one with a slip in it, which the check of the rule then names. */
const isLikeWallet = (cell: string): boolean => /^(eip155:[^:]*:)?0x[0-9a-f]{20,}$/i.test(cell)

/**
 * Reads the wallets of a file.
 * @param option by which it was given, for the fault
 */
export function readWalletsFile(path: string, option: string): { wallets: string[] } | { faults: RuleFault[] } {
  const faulty = (message: string): { faults: RuleFault[] } => ({ faults: [{ path: option, message }] })
  let text
  try {
    if (statSync(path).size > maxFileBytes) return faulty(`the file ${path} is larger than ${maxFileBytes} bytes`)
    text = readFileSync(path, 'utf8')
  } catch {
    return faulty(`the file ${path} cannot be read`)
  }
  const wallets: string[] = []
  const faults: RuleFault[] = []
  let isFirst = true
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const cells = line
      .replace(/#.*$/, '')
      .split(/[,;\t]/)
      .map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      )
    if (cells.every((cell) => cell === '')) continue
    const wallet = cells.find(isLikeWallet)
    // Of a table the first line can name the columns.
    if (wallet !== undefined) wallets.push(wallet)
    else if (!isFirst || cells.length === 1)
      faults.push({
        path: option,
        message: `line ${index + 1} of ${path} has no wallet: 0x… for a plain key, eip155:CHAIN:0x… for a contract wallet`,
      })
    isFirst = false
  }
  if (faults.length > 0) return { faults: faults.slice(0, 10) }
  return wallets.length === 0 ? faulty(`the file ${path} has no wallet`) : { wallets }
}
