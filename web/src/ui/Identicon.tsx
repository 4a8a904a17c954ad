import { useMemo } from 'react'
import type { CSSProperties } from 'react'
import { drawIdenticon } from './draw-identicon.ts'

export function Identicon({
  identifier,
  size,
  className = '',
}: {
  identifier: string
  size: number
  className?: string
}) {
  const rosette = useMemo(() => drawIdenticon(identifier, size), [identifier, size])
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      className={`rosette shrink-0 ${className}`}
      style={hueStyle(rosette.hue)}
    >
      <circle cx="50" cy="50" r="50" className="rosette-ground" />
      {rosette.rings.map((ring, index) => (
        <g key={index} style={hueStyle(ring.hue)} strokeWidth={ring.strokeWidth} className="rosette-ring">
          {ring.strands.map((strand) => (
            <path key={strand} d={strand} pathLength={1} />
          ))}
        </g>
      ))}
    </svg>
  )
}

function hueStyle(hue: number): CSSProperties {
  return { '--hue': hue } as CSSProperties
}
