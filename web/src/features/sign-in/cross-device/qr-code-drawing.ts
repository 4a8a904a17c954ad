// Draws a QR code (ISO/IEC 18004) as lines with round ends, and its patterns as rings.
import { QrCodeDataType, encode } from 'uqr'

/** Measured in modules. */
export interface QrLine {
  readonly x: number
  readonly y: number
  readonly length: number
}

export interface QrPatternRing {
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface QrDrawing {
  /** In modules, not including the quiet zone. */
  readonly size: number
  readonly lines: readonly QrLine[]
  readonly rings: readonly QrPatternRing[]
}

/** In modules per side (§9.1). */
export const qrQuietZone = 4
/** In modules; thinner lines are harder to scan. */
export const qrLineThickness = 0.84

/** Levels M and L: up to 15 % or 7 % of the code may be covered. L makes long texts less dense. */
export type QrErrorCorrection = 'M' | 'L'

export function layOutQrCode(text: string, errorCorrection: QrErrorCorrection = 'M'): QrDrawing {
  const { data, size, types } = encode(text, { ecc: errorCorrection, border: 0 })
  const far = size - 7
  const isAlignment = (x: number, y: number) => types[y]?.[x] === QrCodeDataType.Alignment
  const places = Array.from({ length: size }, (_, index) => index)
  const rings: QrPatternRing[] = [
    { x: 0, y: 0, width: 7 },
    { x: far, y: 0, width: 7 },
    { x: 0, y: far, width: 7 },
    // Each alignment pattern is found by its top left module.
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

export function toQrSvgPath(lines: readonly QrLine[]): string {
  // A line of length zero is still a dot, because of its round ends.
  return lines.map(({ x, y, length }) => `M${x + 0.5} ${y + 0.5}v${length - 1}`).join('')
}
