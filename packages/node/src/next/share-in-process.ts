// Values that Next.js would create twice: it bundles pages and route handlers separately, so that each
// has its own copy of a module. A logout that the route handler receives must reach the pages.

const registryKey = Symbol.for('@countersign/node')

/** @param options only values that JSON can represent tell two entries apart */
export function shareInProcess<Value>(kind: string, options: object, create: () => Value): Value {
  const holder = globalThis as { [registryKey]?: Map<string, unknown> }
  const values = (holder[registryKey] ??= new Map())
  const key = `${kind} ${JSON.stringify(options)}`
  if (!values.has(key)) values.set(key, create())
  return values.get(key) as Value
}

/** Tests pass a clock or a network of their own, and share nothing. */
export const isShareable = ({ now, fetch }: { now?: unknown; fetch?: unknown }): boolean =>
  now === undefined && fetch === undefined
