// One tab stop: arrow keys move between bars, and Enter opens the matching entries.
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { isPlainClick } from '../is-plain-click.ts'
import {
  chartFillClasses,
  computeChartBarTotal,
  chartPatternPaths,
  chartStrokeClasses,
  sumNumbers,
} from './bar-chart-types-and-colors.ts'
import type { ChartBar, ChartSeries } from './bar-chart-types-and-colors.ts'
import { getPatternId, ChartFillPatterns } from './ChartFillPatterns.tsx'
import { pickAxisLabeledBarIndexes, computeAxisTicks, pickAxisMax } from './chart-axis-scale.ts'

interface BarChartMessages {
  label: string
  keys: string
  number: (value: number) => string
  describeBar: (bar: ChartBar) => string
  /** Shown below the chart while no bar is described. */
  note: string
  /** Added to the note if a bar is higher than the axis. */
  brokenNote: string
}

interface StackedBarChartProps {
  series: readonly ChartSeries[]
  bars: readonly ChartBar[]
  messages: BarChartMessages
  onOpen: (href: string) => void
}

const chartHeight = 168
/** Keeps small values visible. */
const minBarHeight = 2

export function StackedBarChart({ series, bars, messages, onOpen }: StackedBarChartProps) {
  const id = useId()
  const [at, setAt] = useState<number | null>(null)
  const [stop, setStop] = useState(bars.length - 1)
  const drawing = useRef<SVGSVGElement>(null)
  const totals = bars.map((bar) => computeChartBarTotal(series, bar))
  const top = pickAxisMax(totals)
  const hasBroken = totals.some((total) => total > top)
  const shown = at === null ? undefined : bars[at]
  const lastStop = Math.min(stop, bars.length - 1)

  function move(event: KeyboardEvent) {
    const next = { ArrowLeft: lastStop - 1, ArrowRight: lastStop + 1, Home: 0, End: bars.length - 1 }[event.key]
    if (next === undefined || next < 0 || next >= bars.length) return
    event.preventDefault()
    drawing.current?.querySelectorAll<SVGAElement>('a')[next]?.focus()
  }
  return (
    <figure className={`grid min-w-0 gap-1 ${hasBroken ? 'pt-6' : 'pt-2'}`}>
      <div className="grid grid-cols-[auto_1fr] gap-x-2">
        <div
          aria-hidden="true"
          className="relative min-w-6 text-right text-caption text-soft tabular-nums"
          style={{ height: chartHeight }}
        >
          {computeAxisTicks(top).map((tick) => (
            <span
              key={tick}
              className="absolute right-0 -translate-y-1/2 leading-none"
              style={{ top: chartHeight - (chartHeight * tick) / top }}
            >
              {messages.number(tick)}
            </span>
          ))}
          {/* As wide as the widest number. */}
          <span className="invisible">{messages.number(top)}</span>
        </div>
        <svg
          ref={drawing}
          role="group"
          aria-label={`${messages.label}. ${messages.keys}`}
          width="100%"
          height={chartHeight}
          className="overflow-visible"
          onPointerLeave={() => setAt(null)}
        >
          <ChartFillPatterns id={id} />
          {computeAxisTicks(top).map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={chartHeight - (chartHeight * tick) / top}
              y2={chartHeight - (chartHeight * tick) / top}
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
              label={messages.describeBar(bar)}
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
          {/* Outside the links, which would be as wide as the count. */}
          {totals.map((total, place) =>
            total > top ? (
              <BrokenBarMark
                key={bars[place]?.id}
                x={(100 * place) / bars.length}
                width={100 / bars.length}
                count={messages.number(total)}
              />
            ) : null,
          )}
        </svg>
        <span />
        <Axis bars={bars} />
      </div>
      <p className="min-h-[1.5em] text-small text-soft">
        {shown === undefined ? (
          `${messages.note}${hasBroken ? ` ${messages.brokenNote}` : ''}`
        ) : (
          <span aria-hidden="true">{messages.describeBar(shown)}</span>
        )}
      </p>
    </figure>
  )
}

interface BarLinkProps {
  bar: ChartBar
  series: readonly ChartSeries[]
  patterns: string
  /** Percent of the width. */
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
      {/* The full height is a hover target and shows the focus. */}
      <rect
        x={`${x}%`}
        width={`${width}%`}
        y="0"
        height={chartHeight}
        className="fill-transparent group-hover:fill-sunk group-focus-visible:fill-sunk group-focus-visible:stroke-seal"
        strokeWidth="2"
      />
      {layOutSegments(series, bar, top).map((part, place) => {
        const look = series[place]?.look
        if (part.size === 0 || look === undefined) return null
        const isBeside = series[place]?.isSeparate === true
        const hasBeside = series.some((other) => other.isSeparate)
        const shape = {
          x: `${x + width * (isBeside ? 0.66 : 0.12)}%`,
          width: `${width * (isBeside ? 0.24 : hasBeside ? 0.5 : 0.76)}%`,
          y: chartHeight - part.from - part.size,
          height: part.size,
        }
        return (
          <g key={look}>
            {bar.isIncomplete ? (
              <rect
                {...shape}
                className={`${chartFillClasses[look]} ${chartStrokeClasses[look]}`}
                fillOpacity="0.3"
                strokeWidth="1.25"
                strokeDasharray="3 2"
              />
            ) : (
              <rect {...shape} className={`${chartFillClasses[look]} stroke-sheet`} strokeWidth="0.75" />
            )}
            {chartPatternPaths[look] && <rect {...shape} fill={`url(#${getPatternId(patterns, look)})`} />}
          </g>
        )
      })}
    </a>
  )
}

/** Breaks a bar that is higher than the axis, with its count above. */
function BrokenBarMark({ x, width, count }: { x: number; width: number; count: string }) {
  const isLast = x + width > 95
  return (
    <g aria-hidden="true" pointerEvents="none">
      <svg x={`${x}%`} y="14" width={`${width}%`} height="9" viewBox="0 0 10 9" preserveAspectRatio="none">
        <path d="M0 7L10 2" className="stroke-sheet" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      </svg>
      <text
        x={`${isLast ? x + width : x + width / 2}%`}
        y="-5"
        textAnchor={isLast ? 'end' : 'middle'}
        className="fill-ink text-caption font-semibold tabular-nums"
      >
        {count}
      </text>
    </g>
  )
}

function layOutSegments(
  series: readonly ChartSeries[],
  { values }: ChartBar,
  top: number,
): { from: number; size: number }[] {
  // The parts of a broken bar keep their proportions.
  const stack = sumNumbers(values.filter((_, place) => !series[place]?.isSeparate))
  const sizes = values.map((value, place) =>
    value === 0
      ? 0
      : Math.max(minBarHeight, (chartHeight * value) / Math.max(top, series[place]?.isSeparate ? value : stack)),
  )
  return sizes.map((size, place) => ({ size, from: series[place]?.isSeparate ? 0 : sumNumbers(sizes.slice(0, place)) }))
}

function Axis({ bars }: { bars: readonly ChartBar[] }) {
  return (
    <div aria-hidden="true" className="relative h-6 text-caption text-soft tabular-nums">
      {pickAxisLabeledBarIndexes(bars.length).map((place) => (
        <span
          key={place}
          className="absolute top-1.5 -translate-x-1/2 whitespace-nowrap first:translate-x-0 last:-translate-x-full"
          style={{
            left: place === 0 ? 0 : place === bars.length - 1 ? '100%' : `${(100 * (place + 0.5)) / bars.length}%`,
          }}
        >
          {bars[place]?.shortLabel}
        </span>
      ))}
    </div>
  )
}
