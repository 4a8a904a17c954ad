// How a text is handed to a wallet.

/** The bytes of a text as EIP-1474 §Data writes them: wallets take "0x…" for bytes, so that no text is misread as such. */
export function toHexadecimal(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
