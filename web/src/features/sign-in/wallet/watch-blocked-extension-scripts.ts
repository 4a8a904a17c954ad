// Detects extension scripts that Firefox blocks because of the page's CSP (decision 0067).

/** Fields that a violation report and a violation event have in common (CSP3 §5). */
interface Violation {
  readonly effectiveDirective: string
  readonly sourceFile?: string | null
}

export interface BlockedExtensionScriptsDependencies {
  readonly target: EventTarget
  /** Missing in Firefox before 149. */
  readonly ReportingObserver?: typeof ReportingObserver | undefined
}

export interface BlockedExtensionScriptsStore {
  subscribe(listener: () => void): () => void
  getSnapshot(): boolean
}

/** Pages cannot see the URL of an extension script; any other script has a web URL. */
const isExtensionViolation = ({ effectiveDirective, sourceFile }: Violation) =>
  /^(script-src|require-trusted-types-for)/.test(effectiveDirective) && !/^https?:/.test(sourceFile ?? '')

/** Extensions run before the page, but `report-to` buffers earlier reports (Reporting §4.2). */
export function watchBlockedExtensionScripts({
  target,
  ReportingObserver,
}: BlockedExtensionScriptsDependencies): BlockedExtensionScriptsStore {
  const listeners = new Set<() => void>()
  let isBlocked = false
  const hear = (violation: Violation): void => {
    if (isBlocked || !isExtensionViolation(violation)) return
    isBlocked = true
    for (const listener of listeners) listener()
  }
  target.addEventListener('securitypolicyviolation', (event) => hear(event as SecurityPolicyViolationEvent))
  if (ReportingObserver)
    new ReportingObserver((reports) => reports.forEach(({ body }) => hear(body as unknown as Violation)), {
      types: ['csp-violation'],
      buffered: true,
    }).observe()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => isBlocked,
  }
}
