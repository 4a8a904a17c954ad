// A QR code (ISO/IEC 18004) in our line work: what is dark in a column is one line with round ends. The patterns that readers look for first are
// drawn whole, as rounded rings. Only where all this is, and how thick, is decided here; a test paints it and reads it again.
import { QrCodeDataType, encode } from 'uqr'

/** One line, by the modules that it covers. */
export interface QrLine {
  readonly x: number
  readonly y: number
  readonly length: number
}

/** A ring one module wide with something in the middle: a finder (seven modules wide), or an alignment pattern (five). */
export interface QrPatternRing {
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface QrDrawing {
  /** In modules, without what stays free around it. */
  readonly size: number
  readonly lines: readonly QrLine[]
  readonly rings: readonly QrPatternRing[]
}

/** What stays free around it on each side, in modules (§9.1). */
export const qrQuietZone = 4
/** The thickness of a line, in modules: thinner is finer, and harder to read. */
export const qrLineThickness = 0.84

/** @param text what it says; up to 15 % of it may be covered (level M) */
export function layOutQrCode(text: string): QrDrawing {
  const { data, size, types } = encode(text, { ecc: 'M', border: 0 })
  const far = size - 7
  const isAlignment = (x: number, y: number) => types[y]?.[x] === QrCodeDataType.Alignment
  const places = Array.from({ length: size }, (_, index) => index)
  const rings: QrPatternRing[] = [
    { x: 0, y: 0, width: 7 },
    { x: far, y: 0, width: 7 },
    { x: 0, y: far, width: 7 },
    // Alignment patterns touch nothing of their kind: where one begins to the left and above, is its corner.
    ...places.flatMap((y) =>
      places
        .filter((x) => isAlignment(x, y) && !isAlignment(x - 1, y) && !isAlignment(x, y - 1))
        .map((x) => ({ x, y, width: 5 })),
    ),
  ]
  const isInRing = (x: number, y: number) =>
    rings.some((ring) => x >= ring.x && x < ring.x + ring.width && y >= ring.y && y < ring.y + ring.width)
  const isDark = (x: number, y: number) => !isInRing(x, y) && data[y]?.[x] === true
  const lines: QrLine[] = []
  for (const x of places) {
    for (const y of places) {
      if (!isDark(x, y) || isDark(x, y - 1)) continue
      let length = 1
      while (isDark(x, y + length)) length += 1
      lines.push({ x, y, length })
    }
  }
  return { size, lines, rings }
}

/** The lines as the path of an SVG, to be drawn with round ends. */
export function toQrSvgPath(lines: readonly QrLine[]): string {
  // A line of no length still has its round ends, and is a dot.
  return lines.map(({ x, y, length }) => `M${x + 0.5} ${y + 0.5}v${length - 1}`).join('')
}
