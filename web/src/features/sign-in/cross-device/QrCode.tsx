import { layOutQrCode, qrLineThickness, toQrSvgPath, qrQuietZone } from './qr-code-drawing.ts'
import type { QrErrorCorrection } from './qr-code-drawing.ts'

/** Light-mode colors (ui/theme.css). */
const ink = '#17212f'
const paper = '#fcfaf4'

interface QrCodeProps {
  text: string
  label: string
  errorCorrection?: QrErrorCorrection
}

export function QrCode({ text, label, errorCorrection = 'M' }: QrCodeProps) {
  const { size, lines, rings } = layOutQrCode(text, errorCorrection)
  const whole = size + 2 * qrQuietZone
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-qrQuietZone} ${-qrQuietZone} ${whole} ${whole}`}
      className="size-full rounded-sheet"
    >
      <rect x={-qrQuietZone} y={-qrQuietZone} width={whole} height={whole} fill={paper} />
      <path d={toQrSvgPath(lines)} fill="none" stroke={ink} strokeWidth={qrLineThickness} strokeLinecap="round" />
      {rings.map(({ x, y, width }) => (
        <g key={`${x} ${y}`} fill="none" stroke={ink}>
          <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={width - 1} rx={width / 5} strokeWidth={1} />
          <rect
            x={x + 2}
            y={y + 2}
            width={width - 4}
            height={width - 4}
            rx={(width - 4) / 3.5}
            stroke="none"
            fill={ink}
          />
        </g>
      ))}
    </svg>
  )
}
