import { useId } from 'react'

const period = 96
const height = 20
const strands = 6

const waves = Array.from({ length: strands }, (_, index) => {
  const phase = (2 * Math.PI * index) / strands
  const points = Array.from({ length: 49 }, (_, step) => {
    const x = (period * step) / 48
    const angle = (2 * Math.PI * step) / 48
    const y = height / 2 + 6.4 * Math.sin(angle + phase) + 2.2 * Math.sin(3 * angle - phase)
    return `${x} ${Math.round(y * 100) / 100}`
  })
  return `M${points.join('L')}`
})

export function DecorativeWaveBorder({ className = '' }: { className?: string }) {
  const pattern = useId()
  return (
    <svg aria-hidden="true" width="100%" height={height} className={`block ${className}`}>
      <pattern id={pattern} width={period} height={height} patternUnits="userSpaceOnUse">
        {waves.map((wave) => (
          <path key={wave} d={wave} fill="none" stroke="currentColor" strokeWidth="0.7" />
        ))}
      </pattern>
      <rect width="100%" height={height} fill={`url(#${pattern})`} />
    </svg>
  )
}
