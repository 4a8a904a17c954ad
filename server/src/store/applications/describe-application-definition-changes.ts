import type { ApplicationDefinition } from './application-definition-types.ts'

/** Returns one text per changed member, such as `claimsIn userinfo → id-token`. */
export function describeApplicationDefinitionChanges(
  before: ApplicationDefinition,
  after: ApplicationDefinition,
): string[] {
  const names = Object.keys({ ...before, ...after }) as (keyof ApplicationDefinition)[]
  return names.flatMap((name) => {
    const [old, fresh] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(fresh)) return []
    if (name === 'jwks') return [`jwks ${fresh === null ? 'removed' : 'changed'}`]
    if (Array.isArray(old) && Array.isArray(fresh))
      return [`${name} ${describeList(old.map(formatValue), fresh.map(formatValue))}`]
    if (name === 'claims') return describeMembers(name, old, fresh)
    return [`${name} ${formatValue(old)} → ${formatValue(fresh)}`]
  })
}

function describeMembers(path: string, before: unknown, after: unknown): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const isGroup = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isGroup(before) || !isGroup(after))
    return [`${path} ${formatValue(before ?? 'none')} → ${formatValue(after ?? 'none')}`]
  const members = Object.keys({ ...before, ...after }).flatMap((name) =>
    describeMembers(`${path}.${name}`, before[name], after[name]),
  )
  return members.length > 0 ? members : [`${path} reordered`]
}

function describeList(before: readonly string[], after: readonly string[]): string {
  const removed = before.filter((item) => !after.includes(item))
  const added = after.filter((item) => !before.includes(item))
  if (removed.length + added.length === 0) return 'reordered'
  return [...added.map((item) => `+ ${item}`), ...removed.map((item) => `- ${item}`)].join(' ')
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
