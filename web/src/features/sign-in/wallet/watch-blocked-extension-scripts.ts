// Detects browser extensions whose scripts the content security policy blocked. Firefox applies a page's policy to what an extension puts into the
// page, so that a wallet which injects itself by an inline script never appears (decision 0067).

/** What a violation report and a violation event have in common (CSP3 §5). */
interface Violation {
  readonly effectiveDirective: string
  readonly sourceFile?: string | null
}

/** What it needs of the page. */
export interface BlockedExtensionScriptsDependencies {
  readonly target: EventTarget
  /** Missing in Firefox before 149. */
  readonly ReportingObserver?: typeof ReportingObserver | undefined
}

/** Whether a script of an extension was blocked, in the form that React's `useSyncExternalStore` reads. */
export interface BlockedExtensionScriptsStore {
  subscribe(listener: () => void): () => void
  getSnapshot(): boolean
}

/** Code of this site, and markup that an attacker got into a page, come from an address on the web; an extension's from none that a page may see. */
const isExtensionViolation = ({ effectiveDirective, sourceFile }: Violation) =>
  /^(script-src|require-trusted-types-for)/.test(effectiveDirective) && !/^https?:/.test(sourceFile ?? '')

/**
 * Starts to watch. Extensions inject before any script of the page runs, and the event is over by then; the reports of that time are
 * buffered (Reporting §4.2), because the policy has a `report-to` directive.
 */
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
