// Bars over time, each of several parts. The whole chart is one stop of the Tab key; the arrow keys go from bar to bar, each says
// its numbers, and Enter opens the list behind it. The same numbers can be had as a table.
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { isPlainClick } from '../plain-click.ts'
import { fills, heightOf, overlays, strokes, sumOf } from './bars.ts'
import type { Bar, BarSeries } from './bars.ts'
import { patternId, Patterns } from './Patterns.tsx'
import { namedPlaces, ticksOf, topOf } from './scale.ts'

interface BarWords {
  /** What the chart is of. */
  label: string
  /** How it is used by keyboard. */
  keys: string
  number: (value: number) => string
  /** A bar in words. */
  tell: (bar: Bar) => string
}

interface StackedBarsProps {
  series: readonly BarSeries[]
  bars: readonly Bar[]
  words: BarWords
  onOpen: (href: string) => void
}

const height = 168
/** What is there is seen, however little it is. */
const least = 2

export function StackedBars({ series, bars, words, onOpen }: StackedBarsProps) {
  const id = useId()
  const [at, setAt] = useState<number | null>(null)
  const [stop, setStop] = useState(bars.length - 1)
  const drawing = useRef<SVGSVGElement>(null)
  const top = topOf(Math.max(...bars.map((bar) => heightOf(series, bar))))
  const shown = at === null ? undefined : bars[at]
  const lastStop = Math.min(stop, bars.length - 1)

  function move(event: KeyboardEvent) {
    const next = { ArrowLeft: lastStop - 1, ArrowRight: lastStop + 1, Home: 0, End: bars.length - 1 }[event.key]
    if (next === undefined || next < 0 || next >= bars.length) return
    event.preventDefault()
    drawing.current?.querySelectorAll<SVGAElement>('a')[next]?.focus()
  }
  return (
    <figure className="grid min-w-0 gap-1">
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div
          aria-hidden="true"
          className="relative min-w-6 text-right text-caption text-soft tabular-nums"
          style={{ height }}
        >
          {ticksOf(top).map((tick) => (
            <span
              key={tick}
              className="absolute right-0 -translate-y-1/2 leading-none"
              style={{ top: height - (height * tick) / top }}
            >
              {words.number(tick)}
            </span>
          ))}
          {/* Makes the column as wide as its widest number. */}
          <span className="invisible">{words.number(top)}</span>
        </div>
        <svg
          ref={drawing}
          role="group"
          aria-label={`${words.label}. ${words.keys}`}
          width="100%"
          height={height}
          className="overflow-visible"
          onPointerLeave={() => setAt(null)}
        >
          <Patterns id={id} />
          {ticksOf(top).map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={height - (height * tick) / top}
              y2={height - (height * tick) / top}
              className="stroke-line"
              strokeWidth="1"
            />
          ))}
          {bars.map((bar, place) => (
            <BarLink
              key={bar.id}
              bar={bar}
              series={series}
              patterns={id}
              x={(100 * place) / bars.length}
              width={100 / bars.length}
              top={top}
              label={words.tell(bar)}
              isStop={place === lastStop}
              onKeyDown={move}
              onOpen={onOpen}
              onAt={() => setAt(place)}
              onFocus={() => {
                setAt(place)
                setStop(place)
              }}
              onBlur={() => setAt(null)}
            />
          ))}
        </svg>
        <span />
        <Axis bars={bars} />
      </div>
      <p aria-hidden="true" className="min-h-[3em] text-small text-soft sm:min-h-[1.5em]">
        {shown && words.tell(shown)}
      </p>
    </figure>
  )
}

interface BarLinkProps {
  bar: Bar
  series: readonly BarSeries[]
  patterns: string
  /** In parts of a hundred of the width. */
  x: number
  width: number
  top: number
  label: string
  isStop: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onOpen: (href: string) => void
  onAt: () => void
  onFocus: () => void
  onBlur: () => void
}

function BarLink({
  bar,
  series,
  patterns,
  x,
  width,
  top,
  label,
  isStop,
  onKeyDown,
  onOpen,
  onAt,
  onFocus,
  onBlur,
}: BarLinkProps) {
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen(bar.href)
  }
  return (
    <a
      href={bar.href}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      className="group outline-none"
      onClick={open}
      onKeyDown={onKeyDown}
      onPointerEnter={onAt}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {/* All of the height can be pointed at, and shows where the focus is. */}
      <rect
        x={`${x}%`}
        width={`${width}%`}
        y="0"
        height={height}
        className="fill-transparent group-hover:fill-sunk group-focus-visible:fill-sunk group-focus-visible:stroke-seal"
        strokeWidth="2"
      />
      {partsOf(series, bar, top).map((part, place) => {
        const look = series[place]?.look
        if (part.size === 0 || look === undefined) return null
        const isBeside = series[place]?.isBeside === true
        const hasBeside = series.some((other) => other.isBeside)
        const shape = {
          x: `${x + width * (isBeside ? 0.66 : 0.12)}%`,
          width: `${width * (isBeside ? 0.24 : hasBeside ? 0.5 : 0.76)}%`,
          y: height - part.from - part.size,
          height: part.size,
        }
        return (
          <g key={look}>
            {bar.isOpen ? (
              <rect
                {...shape}
                className={`${fills[look]} ${strokes[look]}`}
                fillOpacity="0.3"
                strokeWidth="1.25"
                strokeDasharray="3 2"
              />
            ) : (
              <rect {...shape} className={`${fills[look]} stroke-sheet`} strokeWidth="0.75" />
            )}
            {overlays[look] && <rect {...shape} fill={`url(#${patternId(patterns, look)})`} />}
          </g>
        )
      })}
    </a>
  )
}

/** How tall each part is and where it begins, in pixels. */
function partsOf(series: readonly BarSeries[], { values }: Bar, top: number): { from: number; size: number }[] {
  const sizes = values.map((value) => (value === 0 ? 0 : Math.max(least, (height * value) / top)))
  return sizes.map((size, place) => ({ size, from: series[place]?.isBeside ? 0 : sumOf(sizes.slice(0, place)) }))
}

/** A few are named, each below its own; for the others there is the sentence beneath. */
function Axis({ bars }: { bars: readonly Bar[] }) {
  return (
    <div aria-hidden="true" className="relative h-6 text-caption text-soft tabular-nums">
      {namedPlaces(bars.length).map((place) => (
        <span
          key={place}
          className="absolute top-1.5 -translate-x-1/2 whitespace-nowrap first:translate-x-0 last:-translate-x-full"
          style={{
            left: place === 0 ? 0 : place === bars.length - 1 ? '100%' : `${(100 * (place + 0.5)) / bars.length}%`,
          }}
        >
          {bars[place]?.short}
        </span>
      ))}
    </div>
  )
}
