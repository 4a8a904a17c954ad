// Progress bar. The browser's own track is as dark as the bar, so that 0 % looks like 100 %.
interface ProgressBarProps {
  label: string
  value: number
  max: number
}

export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className="h-2.5 w-full appearance-none overflow-hidden rounded-full border border-edge bg-sheet [&::-moz-progress-bar]:bg-seal [&::-webkit-progress-bar]:bg-sheet [&::-webkit-progress-value]:bg-seal"
    />
  )
}
