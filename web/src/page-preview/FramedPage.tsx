// A page in a frame of its own, as wide and as high as its device, drawn smaller to fit. The frame is an empty document of this site (about:blank), into
// which this page draws (a portal): no document of ours lets itself be framed, and none has to. Widths, heights and what is fixed to the window are those
// of the device. Nobody comes into it, by whichever means.
import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Mode } from '@countersign/api/accent'
import { useLanguage } from '../i18n/use-language.ts'
import { readRules, rulesFor } from './page-rules.ts'

/** What a page is looked at with; lengths in pixels. */
interface Device {
  readonly width: number
  readonly height: number
  readonly isTouched: boolean
}

interface FramedPageProps {
  /** What it is a picture of. */
  title: string
  mode: Mode
  device: Device
  /** The rules of its colours, over those of the style sheet. */
  accents: string
  children: ReactNode
}

export function FramedPage({ title, mode, device: { width, height, isTouched }, accents, children }: FramedPageProps) {
  const { language } = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  // There from the start in some browsers; others put another one in its place once they have loaded it.
  const [inside, setInside] = useState<Document | null>(null)

  // Before it is seen.
  useLayoutEffect(() => {
    const { current } = frame
    if (!current?.parentElement) return
    setInside(current.contentDocument)
    const observer = new ResizeObserver(([place]) => {
      if (place) current.style.scale = String(place.contentRect.width / width)
    })
    observer.observe(current.parentElement)
    return () => observer.disconnect()
  }, [width])

  useLayoutEffect(() => {
    const rules = `${readRules(document)}\n${accents}\n:root{color-scheme:${mode};overflow:hidden}`
    if (inside) furnish(inside, language, rulesFor(mode, isTouched, rules))
  }, [inside, language, mode, isTouched, accents])

  return (
    <div className="overflow-hidden rounded-sheet border border-line" style={{ aspectRatio: `${width} / ${height}` }}>
      <iframe
        inert
        // What stands in it runs here; nothing runs there, or leads elsewhere.
        sandbox="allow-same-origin"
        title={title}
        ref={frame}
        onLoad={({ currentTarget }) => setInside(currentTarget.contentDocument)}
        style={{ width, height }}
        className="max-w-none origin-top-left"
      />
      {inside && createPortal(children, inside.body)}
    </div>
  )
}

function furnish(inside: Document, language: string, rules: string): void {
  // A rule belongs to the window that made it.
  const view = inside.defaultView
  if (!view) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(rules)
  inside.adoptedStyleSheets = [sheet]
  inside.documentElement.lang = language
}
