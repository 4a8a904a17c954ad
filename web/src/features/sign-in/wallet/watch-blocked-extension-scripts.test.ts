// Tests CSP violations by extensions in Firefox, and other violations.
import { expect, test, vi } from 'vitest'
import { watchBlockedExtensionScripts } from './watch-blocked-extension-scripts.ts'

interface ReportedViolation {
  effectiveDirective: string
  sourceFile?: string | null
}

function createPage() {
  const target = new EventTarget()
  const options: unknown[] = []
  let report: (said: ReportedViolation) => void = () => undefined
  class FakeObserver {
    constructor(callback: (reports: { body: ReportedViolation }[]) => void, given: unknown) {
      options.push(given)
      report = (said) => callback([{ body: said }])
    }
    observe(): void {
      options.push('observe')
    }
  }
  return {
    target,
    options,
    report: (said: ReportedViolation) => report(said),
    dispatch: (said: ReportedViolation) =>
      target.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), said)),
    ReportingObserver: FakeObserver as unknown as typeof ReportingObserver,
  }
}

const ofExtension = [
  { effectiveDirective: 'script-src-elem', sourceFile: 'moz-extension' },
  { effectiveDirective: 'require-trusted-types-for', sourceFile: null },
  { effectiveDirective: 'script-src', sourceFile: '' },
]

test.each(ofExtension)('detects a blocked extension script by event and by report: %o', (said) => {
  for (const by of ['dispatch', 'report'] as const) {
    const page = createPage()
    const blocked = watchBlockedExtensionScripts(page)
    const listener = vi.fn()
    blocked.subscribe(listener)
    expect(blocked.getSnapshot()).toBe(false)
    page[by](said)
    page[by](said)
    expect([blocked.getSnapshot(), listener.mock.calls.length]).toEqual([true, 1])
  }
})

test.each([
  { effectiveDirective: 'script-src-elem', sourceFile: 'https://sign.example/sign-in' },
  { effectiveDirective: 'require-trusted-types-for', sourceFile: 'http://localhost:3000/assets/sign-in.js' },
  { effectiveDirective: 'style-src-elem', sourceFile: 'moz-extension' },
  { effectiveDirective: 'img-src', sourceFile: null },
])('ignores a violation that is not from an extension script: %o', (said) => {
  const page = createPage()
  const blocked = watchBlockedExtensionScripts(page)
  page.dispatch(said)
  page.report(said)
  expect(blocked.getSnapshot()).toBe(false)
})

test('requests buffered CSP reports from before watching started', () => {
  const page = createPage()
  watchBlockedExtensionScripts(page)
  expect(page.options).toEqual([{ types: ['csp-violation'], buffered: true }, 'observe'])
})

test('detects blocked extension scripts by event when the browser lacks ReportingObserver', () => {
  const { target, dispatch } = createPage()
  const blocked = watchBlockedExtensionScripts({ target })
  dispatch({ effectiveDirective: 'script-src-elem', sourceFile: 'moz-extension' })
  expect(blocked.getSnapshot()).toBe(true)
})
