// A list of wallets as a text: one a line, or the first of its columns that has one (CSV), with comments. So that a list that somebody keeps in
// a spreadsheet is a rule without being written anew, by the command line and by the screen alike.

/** What could be a wallet of any chain family, also one with a slip in it, which the check of the rule then names. */
const isLikelyWallet = (cell: string): boolean =>
  /^([a-z0-9]{3,8}:[^:]*:)?(0x[0-9a-f]{20,}|(bc|tb|bcrt)1[0-9a-z]{30,87}|[0-9a-z]{26,44})$/i.test(cell)

/** The largest file that is read, in bytes. */
export const maxWalletListFileBytes = 1_048_576

/**
 * Reads the wallets of a text.
 * @returns them, and the numbers of the lines in which there is something else
 */
export function parseWalletListFile(text: string): { wallets: string[]; wrongLines: number[] } {
  const wallets: string[] = []
  const wrongLines: number[] = []
  let isFirst = true
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  for (const [index, line] of lines.entries()) {
    const cells = line
      .replace(/#.*$/, '')
      .split(/[,;\t]/)
      .map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      ) // a cell of a table may be quoted (RFC 4180)
    if (cells.every((cell) => cell === '')) continue
    const wallet = cells.find(isLikelyWallet)
    // Of a table the first line can name the columns.
    if (wallet !== undefined) wallets.push(wallet)
    else if (!isFirst || cells.length === 1) wrongLines.push(index + 1)
    isFirst = false
  }
  return { wallets, wrongLines }
}
