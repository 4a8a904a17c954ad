// Which chain family a text was meant for, however wrong it is.
import { charactersOf } from '@countersign/message/bytes'
import { secondLine } from './family.ts'
import type { Family } from './family.ts'
import { bip122 } from './bip122.ts'
import { eip155 } from './eip155.ts'
import { solana } from './solana.ts'

const byChain: Readonly<Record<string, Family>> = { ethereum: eip155, solana, bitcoin: bip122 }
const chainOfHeader = /\bsign\s*in\s+with\s+your\s+(ethereum|solana|bitcoin)\s+account/i

const families = [eip155, bip122, solana]

/** The family whose header ends the first line, as the reader has it; or that nearly its words name; where they name none, the one whose address stands in the first two lines; else Ethereum. */
export function meantFamily(text: string): Family {
  const end = text.indexOf('\n') + 1
  const exact = families.find(({ form: { header } }) => text.startsWith(header, end - header.length))
  if (exact !== undefined) return exact
  const named = chainOfHeader.exec(text.slice(0, 4096))?.[1]
  if (named !== undefined) return byChain[named.toLowerCase()]!
  const lines = text.slice(0, 4096).split('\n', 2)
  return families.find(({ seemsAddress }) => lines.some((line) => seemsAddress(line.trim()))) ?? eip155
}

/** The family whose address, without fault, stands in the second line; undefined where it is of none. */
export const familyOfAddress = (text: string): Family | undefined =>
  families.find(({ form }) => {
    const line = secondLine(text)
    try {
      form.readAddress(`${line}\n`, charactersOf(`${line}\n`), 0)
      return true
    } catch {
      return false
    }
  })
