// A wallet list is CSV or plain text with one wallet per line; comments are allowed.

// Also accepts mistyped wallets of any chain family, which the rule validation reports later.
const isLikelyWallet = (cell: string): boolean =>
  /^([a-z0-9]{3,8}:[^:]*:)?(0x[0-9a-f]{20,}|(bc|tb|bcrt)1[0-9a-z]{30,87}|[0-9a-z]{26,44})$/i.test(cell)

export const maxWalletListFileBytes = 1_048_576

/** @returns the wallets, and the numbers of all lines that contain something else */
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
      ) // a CSV cell may be quoted (RFC 4180)
    if (cells.every((cell) => cell === '')) continue
    const wallet = cells.find(isLikelyWallet)
    // The first line may be a table header, so it is not reported.
    if (wallet !== undefined) wallets.push(wallet)
    else if (!isFirst || cells.length === 1) wrongLines.push(index + 1)
    isFirst = false
  }
  return { wallets, wrongLines }
}
