// The short names by which characters that cannot be seen are known to those who have met them.

const characterLabels: ReadonlyMap<number, string> = new Map([
  [0x00, 'NUL'],
  [0x07, 'BEL'],
  [0x08, 'BS'],
  [0x09, 'TAB'],
  [0x0a, 'LF'],
  [0x0b, 'VT'],
  [0x0c, 'FF'],
  [0x0d, 'CR'],
  [0x1b, 'ESC'],
  [0x7f, 'DEL'],
  [0x85, 'NEL'],
  [0xa0, 'NBSP'],
  [0xad, 'SHY'],
  [0x061c, 'ALM'],
  [0x200b, 'ZWSP'],
  [0x200c, 'ZWNJ'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x2028, 'LS'],
  [0x2029, 'PS'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x202f, 'NNBSP'],
  [0x2060, 'WJ'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfeff, 'BOM'],
])

/** `ZWSP`, `CR`, and so on; `U+E0041` for a character without such a name. */
export function getUnicodeCharacterLabel(codePoint: number): string {
  return characterLabels.get(codePoint) ?? `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}
