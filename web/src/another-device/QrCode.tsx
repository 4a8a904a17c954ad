// Shows a QR code: ink on light paper also in dark mode, because readers look for dark on light.
import { drawQr, lineWidth, pathOf, quietZone } from './qr-drawing.ts'

/** Ink and paper as they are in light mode (ui/theme.css). */
const ink = '#17212f'
const paper = '#fcfaf4'

/** @param label what it is, for who does not see it */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, lines, rings } = drawQr(text)
  const whole = size + 2 * quietZone
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${whole} ${whole}`}
      className="size-full rounded-sheet"
    >
      <rect x={-quietZone} y={-quietZone} width={whole} height={whole} fill={paper} />
      <path d={pathOf(lines)} fill="none" stroke={ink} strokeWidth={lineWidth} strokeLinecap="round" />
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
