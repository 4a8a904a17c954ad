// A list of wallets as a file, for the options of groups.
import { readFileSync, statSync } from 'node:fs'
import { maxWalletsBytes, readWalletsText } from '@countersign/api/wallets-text'
import type { SaidFault } from '../chain/groups/rule.ts'

/**
 * Reads the wallets of a file.
 * @param option by which it was given, for the fault
 */
export function readWalletsFile(path: string, option: string): { wallets: string[] } | { faults: SaidFault[] } {
  const faulty = (...messages: string[]): { faults: SaidFault[] } => ({
    faults: messages.map((message) => ({ path: option, message })),
  })
  let text
  try {
    if (statSync(path).size > maxWalletsBytes) return faulty(`the file ${path} is larger than ${maxWalletsBytes} bytes`)
    text = readFileSync(path, 'utf8')
  } catch {
    return faulty(`the file ${path} cannot be read`)
  }
  const { wallets, wrongLines } = readWalletsText(text)
  if (wrongLines.length > 0) {
    return faulty(
      ...wrongLines
        .slice(0, 10)
        .map(
          (line) =>
            `line ${line} of ${path} has no wallet: 0x… for a plain key, eip155:CHAIN:0x… for a contract wallet`,
        ),
    )
  }
  return wallets.length === 0 ? faulty(`the file ${path} has no wallet`) : { wallets }
}
